# SPDX-License-Identifier: GPL-2.0-only
"""The language models, for one sequence of n tokens. Attention is counted whole, masked or not; dropout and loss are not.

An embedding only looks rows up, so it takes no time of its own. A head that is tied to the embedding owns no tensor:
its multiplication is counted to the last layer.
"""

from tracegen.network import GELU, GELU_TANH, NORM, RMS_NORM, SOFTMAX, Network


def _embedding(net, name, entries, width):
    net.layer(name, {"weight": (entries, width)})


def _norm(net, name, tokens, width):
    net.layer(name, {"weight": (width,), "bias": (width,)}, elementwise=NORM * tokens * width)


def _scores(net, queries, keys, width):
    net.operator(macs=queries * keys * width)


def _values(net, queries, keys, width, heads, adjustments=2):
    """Softmax over the scores, which were scaled and masked first (two adjustments), and the weighted values."""
    net.operator(heads * queries * keys * (adjustments + SOFTMAX), macs=queries * keys * width)


def bert(n):
    """BERT-base: 12 layers after which each sum is normalized (post-norm), and the pooler on the first token."""
    width, vocabulary = 768, 30522
    net = Network("bert", "Hugging Face BertModel, bert-base-uncased, with pooler", n)
    _embedding(net, "embeddings.word_embeddings", vocabulary, width)
    _embedding(net, "embeddings.token_type_embeddings", 2, width)
    _embedding(net, "embeddings.position_embeddings", 512, width)
    net.operator(2 * n * width)  # the two sums
    _norm(net, "embeddings.LayerNorm", n, width)
    for block in range(12):
        name = f"encoder.layer.{block}"
        for part in ("query", "key", "value"):
            net.linear(f"{name}.attention.self.{part}", n, width, width)
        _scores(net, n, n, width)
        _values(net, n, n, width, 12)
        net.linear(f"{name}.attention.output.dense", n, width, width)
        net.operator(n * width)
        _norm(net, f"{name}.attention.output.LayerNorm", n, width)
        net.linear(f"{name}.intermediate.dense", n, width, 4 * width)
        net.operator(GELU * n * 4 * width)
        net.linear(f"{name}.output.dense", n, 4 * width, width)
        net.operator(n * width)
        _norm(net, f"{name}.output.LayerNorm", n, width)
    net.linear("pooler.dense", 1, width, width)
    net.operator(width)  # tanh
    return net.finish()


def gpt2(n):
    """GPT-2 small: 12 layers that normalize first (pre-norm); the head is the embedding."""
    width, vocabulary = 768, 50257
    net = Network("gpt2", "Hugging Face GPT2LMHeadModel, gpt2 (small), head tied to transformer.wte", n)
    _embedding(net, "transformer.wte", vocabulary, width)
    _embedding(net, "transformer.wpe", 1024, width)
    net.operator(n * width)
    for block in range(12):
        name = f"transformer.h.{block}"
        _norm(net, f"{name}.ln_1", n, width)
        net.linear(f"{name}.attn.c_attn", n, width, 3 * width)
        _scores(net, n, n, width)
        _values(net, n, n, width, 12)
        net.linear(f"{name}.attn.c_proj", n, width, width)
        net.operator(n * width)
        _norm(net, f"{name}.ln_2", n, width)
        net.linear(f"{name}.mlp.c_fc", n, width, 4 * width)
        net.operator(GELU_TANH * n * 4 * width)
        net.linear(f"{name}.mlp.c_proj", n, 4 * width, width)
        net.operator(n * width)
    _norm(net, "transformer.ln_f", n, width)
    net.operator(macs=n * width * vocabulary)
    return net.finish()


def _t5_norm(net, name, tokens, width):
    net.layer(name, {"weight": (width,)}, elementwise=RMS_NORM * tokens * width)


def _t5_attention(net, name, n, width, bias_table):
    """No bias vectors and no scaling; a table of 32 distances x 12 heads, owned by the first block, is added."""
    for part in ("q", "k", "v"):
        net.linear(f"{name}.{part}", n, width, width, bias=False)
    _scores(net, n, n, width)
    if bias_table:
        _embedding(net, f"{name}.relative_attention_bias", 32, 12)
    _values(net, n, n, width, 12, adjustments=1)
    net.linear(f"{name}.o", n, width, width, bias=False)
    net.operator(n * width)


def _t5_stack(net, stack, n, width):
    for block in range(12):
        name = f"{stack}.block.{block}.layer"
        attentions = ("SelfAttention",) if stack == "encoder" else ("SelfAttention", "EncDecAttention")
        for index, attention in enumerate(attentions):
            _t5_norm(net, f"{name}.{index}.layer_norm", n, width)
            _t5_attention(net, f"{name}.{index}.{attention}", n, width, index == 0 and block == 0)
        last = len(attentions)
        _t5_norm(net, f"{name}.{last}.layer_norm", n, width)
        net.linear(f"{name}.{last}.DenseReluDense.wi", n, width, 4 * width, bias=False)
        net.operator(n * 4 * width)  # relu
        net.linear(f"{name}.{last}.DenseReluDense.wo", n, 4 * width, width, bias=False)
        net.operator(n * width)
    _t5_norm(net, f"{stack}.final_layer_norm", n, width)


def t5(n):
    """T5-base: encoder and decoder of n tokens each; one table serves both embeddings and the head."""
    width, vocabulary = 768, 32128
    net = Network("t5", "Hugging Face T5ForConditionalGeneration, t5-base (v1.0), head and embeddings shared; "
                  "encoder and decoder of `sequence` tokens each", n)
    _embedding(net, "shared", vocabulary, width)
    _t5_stack(net, "encoder", n, width)
    _t5_stack(net, "decoder", n, width)
    net.operator(n * width, macs=n * width * vocabulary)
    return net.finish()


def _vaswani_attention(net, name, n, width):
    for part in ("q_proj", "k_proj", "v_proj"):
        net.linear(f"{name}.{part}", n, width, width, bias=False)
    _scores(net, n, n, width)
    _values(net, n, n, width, 8)
    net.linear(f"{name}.out_proj", n, width, width, bias=False)
    net.operator(n * width)


def transformer(n):
    """Transformer-base of the paper: 6 + 6 layers, post-norm, sinusoidal positions; projections without bias,
    feed-forward layers with (the paper's equations); one table for both embeddings and the last multiplication."""
    width, inner, vocabulary = 512, 2048, 37000
    net = Network("transformer", "Vaswani et al. 2017, base model, one shared vocabulary of 37000; "
                  "encoder and decoder of `sequence` tokens each; tensor names are ours", n)
    _embedding(net, "embedding", vocabulary, width)
    for stack, attentions in (("encoder", ("self_attn",)), ("decoder", ("self_attn", "cross_attn"))):
        net.operator(2 * n * width)  # scale the embedding, add the position
        for block in range(6):
            name = f"{stack}.layers.{block}"
            for attention in attentions:
                _vaswani_attention(net, f"{name}.{attention}", n, width)
                _norm(net, f"{name}.{attention}_norm", n, width)
            net.linear(f"{name}.feed_forward.0", n, width, inner)
            net.operator(n * inner)  # relu
            net.linear(f"{name}.feed_forward.2", n, inner, width)
            net.operator(n * width)
            _norm(net, f"{name}.feed_forward_norm", n, width)
    net.operator(macs=n * width * vocabulary)
    return net.finish()
