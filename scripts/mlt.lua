-- SPDX-License-Identifier: GPL-2.0-only
--
-- A Wireshark dissector for MLT's headers as this project lays them out (doc/wire-format.md).
--
--   wireshark -X lua_script:scripts/mlt.lua capture.pcap
--   tshark    -X lua_script:scripts/mlt.lua -r capture.pcap -Y mlt
--
-- It takes UDP port 49420 (the receiving end of a host) and 49421 (the sending end).

local RECEIVER_PORT = 49420
local SENDER_PORT = 49421

-- lengths in bytes
local DATA_HEADER = 48
local CONTROL_HEADER = 20

local KINDS = {
    [0] = "DATA",
    [1] = "BEGIN",
    [2] = "PROBE",
    [3] = "BITMAP",
    [4] = "STOP",
    [5] = "FEEDBACK",
    [6] = "CHANNEL ACK",
}
local DATA, BEGIN, PROBE, BITMAP, STOP, FEEDBACK, CHANNEL_ACK = 0, 1, 2, 3, 4, 5, 6

-- bytes of a control frame behind the common header
local FIELDS_OF = { [BEGIN] = 20, [PROBE] = 24, [BITMAP] = 20, [STOP] = 0, [FEEDBACK] = 28, [CHANNEL_ACK] = 0 }

local mlt = Proto("mlt", "MLT (gradient transport)")
local field = {
    kind = ProtoField.uint8("mlt.kind", "Kind", base.DEC, KINDS),
    attempt = ProtoField.uint8("mlt.attempt", "Attempt"),
    layer = ProtoField.uint16("mlt.layer", "Layer"),
    iteration = ProtoField.uint32("mlt.iteration", "Iteration"),
    message = ProtoField.uint64("mlt.message", "Message", base.HEX),
    ends_pass = ProtoField.bool("mlt.ends_pass", "Last frame of a pass", 8, nil, 0x01),
    asks_feedback = ProtoField.bool("mlt.asks_feedback", "Waits for a feedback", 8, nil, 0x02),
    length = ProtoField.uint64("mlt.length", "Message length (bytes)"),
    packets = ProtoField.uint32("mlt.packets", "Packets of the message"),
    index = ProtoField.uint32("mlt.index", "Packet index"),
    bound = ProtoField.double("mlt.bound", "Loss bound"),
    pair_sequence = ProtoField.uint32("mlt.pair_sequence", "Pair sequence"),
    send_time = ProtoField.uint64("mlt.send_time", "Send time (ps)"),
    channel_sequence = ProtoField.uint32("mlt.channel_sequence", "Channel sequence"),
    round = ProtoField.uint16("mlt.round", "Round"),
    segment = ProtoField.uint32("mlt.segment", "Segment"),
    segments = ProtoField.uint32("mlt.segments", "Segments of the round"),
    first = ProtoField.uint32("mlt.first", "First packet"),
    count = ProtoField.uint32("mlt.count", "Packets of the segment"),
    bits = ProtoField.bytes("mlt.bits", "Bits"),
    received = ProtoField.uint32("mlt.received", "Received"),
    marked = ProtoField.uint32("mlt.marked", "Marked"),
    missing = ProtoField.uint32("mlt.missing", "Missing"),
    share = ProtoField.uint32("mlt.share", "Share (kbit/s)"),
    payload = ProtoField.bytes("mlt.payload", "Payload"),
    payload_bytes = ProtoField.uint32("mlt.payload_bytes", "Payload bytes"),
}
mlt.fields = {}
for _, value in pairs(field) do
    table.insert(mlt.fields, value)
end

local malformed = ProtoExpert.new("mlt.malformed", "Cut short, or of an unknown kind", expert.group.MALFORMED,
                                  expert.severity.ERROR)
mlt.experts = { malformed }

local function add_bound(tree, buffer, at)
    tree:add(field.bound, buffer(at, 4), buffer(at, 4):uint() / 1e9)
end

-- BEGIN's fields, which PROBE repeats
local function add_description(tree, buffer, at)
    tree:add(field.length, buffer(at, 8))
    tree:add(field.packets, buffer(at + 8, 4))
    add_bound(tree, buffer, at + 12)
    tree:add(field.layer, buffer(at + 16, 2))
end

local add_fields = {
    [BEGIN] = add_description,
    [PROBE] = function(tree, buffer, at)
        add_description(tree, buffer, at)
        tree:add(field.round, buffer(at + 20, 2))
    end,
    [BITMAP] = function(tree, buffer, at)
        tree:add(field.round, buffer(at, 2))
        tree:add(field.segment, buffer(at + 4, 4))
        tree:add(field.segments, buffer(at + 8, 4))
        tree:add(field.first, buffer(at + 12, 4))
        tree:add(field.count, buffer(at + 16, 4))
        if buffer:len() > at + 20 then
            tree:add(field.bits, buffer(at + 20))
        end
    end,
    [STOP] = function() end,
    [FEEDBACK] = function(tree, buffer, at)
        tree:add(field.send_time, buffer(at, 8))
        tree:add(field.pair_sequence, buffer(at + 8, 4))
        tree:add(field.received, buffer(at + 12, 4))
        tree:add(field.marked, buffer(at + 16, 4))
        tree:add(field.missing, buffer(at + 20, 4))
        tree:add(field.share, buffer(at + 24, 4))
    end,
    [CHANNEL_ACK] = function() end,
}

local function dissect_data(tree, buffer, info)
    tree:add(field.attempt, buffer(1, 1))
    tree:add(field.layer, buffer(2, 2))
    tree:add(field.iteration, buffer(4, 4))
    tree:add(field.message, buffer(8, 8))
    tree:add(field.ends_pass, buffer(16, 1))
    tree:add(field.asks_feedback, buffer(16, 1))
    tree:add(field.length, buffer(17, 7))
    tree:add(field.packets, buffer(24, 4))
    tree:add(field.index, buffer(28, 4))
    add_bound(tree, buffer, 32)
    tree:add(field.pair_sequence, buffer(36, 4))
    tree:add(field.send_time, buffer(40, 8))
    -- of the whole packet, also where the capture kept only its beginning
    tree:add(field.payload_bytes, buffer:reported_length_remaining() - DATA_HEADER):set_generated()
    if buffer:len() > DATA_HEADER then
        tree:add(field.payload, buffer(DATA_HEADER))
    end
    info.cols.info = string.format("DATA message 0x%s packet %u of %u attempt %u layer %u",
                                   buffer(8, 8):uint64():tohex(), buffer(28, 4):uint(), buffer(24, 4):uint(),
                                   buffer(1, 1):uint(), buffer(2, 2):uint())
end

local function dissect_control(tree, buffer, info, kind)
    tree:add(field.attempt, buffer(1, 1))
    tree:add(field.iteration, buffer(4, 4))
    tree:add(field.message, buffer(8, 8))
    tree:add(field.channel_sequence, buffer(16, 4))
    add_fields[kind](tree, buffer, CONTROL_HEADER)
    info.cols.info = string.format("%s message 0x%s channel sequence %u", KINDS[kind],
                                   buffer(8, 8):uint64():tohex(), buffer(16, 4):uint())
end

local function least_length(kind)
    if kind == DATA then
        return DATA_HEADER
    end
    return FIELDS_OF[kind] and CONTROL_HEADER + FIELDS_OF[kind]
end

function mlt.dissector(buffer, info, root)
    if buffer:len() == 0 then
        return 0
    end
    info.cols.protocol = "MLT"
    local tree = root:add(mlt, buffer())
    local kind = buffer(0, 1):uint()
    tree:add(field.kind, buffer(0, 1))
    local least = least_length(kind)
    if not least or buffer:len() < least then
        tree:add_proto_expert_info(malformed)
        return buffer:len()
    end
    tree:append_text(", " .. KINDS[kind])
    if kind == DATA then
        dissect_data(tree, buffer, info)
    else
        dissect_control(tree, buffer, info, kind)
    end
    return buffer:len()
end

local ports = DissectorTable.get("udp.port")
ports:add(RECEIVER_PORT, mlt)
ports:add(SENDER_PORT, mlt)
