package layouts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// chatTexts are texts in each chat template, and what is in them.
var chatTexts = map[string][2]string{
	"ChatML": {
		"<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA\nb<|im_end|>\n<|im_start|>tool\nR<|im_end|>\n",
		"system:S user:U assistant:A\nb tool:R",
	},
	"asked to speak": {
		"<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n<|im_start|>user\nV<|im_end|>\n<|im_start|>assistant\n",
		"user:U assistant:A user:V",
	},
	"empty message": {"<|im_start|>user\n<|im_end|>\n<|im_start|>assistant\nA<|im_end|>", "user: assistant:A"},
	"Llama 3": {
		"<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nU<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n A <|eom_id|>" +
			"<|start_header_id|>ipython<|end_header_id|>\n\nR<|eot_id|>",
		"user:U assistant: A  tool:R",
	},
	"Llama 4":          {"<|begin_of_text|><|header_start|>user<|header_end|>\n\nU<|eot|><|header_start|>assistant<|header_end|>\n\nA<|eot|>", "user:U assistant:A"},
	"Gemma":            {"<bos><start_of_turn>user\nU<end_of_turn>\n<start_of_turn>model\nA<end_of_turn>\n", "user:U assistant:A"},
	"Zephyr":           {"<|system|>\nS</s>\n<|user|>\nU</s>\n<|assistant|>\nA</s>", "system:S user:U assistant:A"},
	"Phi":              {"<|user|>\nU<|end|>\n<|assistant|>\nA<|end|>\n<|endoftext|>", "user:U assistant:A"},
	"Phi, a token":     {"<|user|>\nIs </s> a tag?<|end|>\n<|assistant|>\n<s>a</s><|end|>\n<|user|>\nV</s>\nw<|end|>\n<|assistant|>\nB<|end|>", "user:Is </s> a tag? assistant:<s>a</s> user:V</s>\nw assistant:B"},
	"Zephyr, a token":  {"<|user|>\nU</s>\n<|assistant|>\nA <|end|> </s> b</s>\n<|user|>\nV</s>\n<|assistant|>\nB</s>", "user:U assistant:A <|end|> </s> b user:V assistant:B"},
	"Mistral, a token": {"<s>[INST] Is </s> a tag? [/INST] A <|im_end|> b</s>[INST] V[/INST] B</s>", "user:Is </s> a tag? assistant:A <|im_end|> b user:V assistant:B"},
	"GLM":              {"[gMASK]<sop><|system|>\nS<|user|>\nU<|assistant|>\nA<|observation|>\nR<|assistant|>\nB", "system:S user:U assistant:A tool:R assistant:B"},
	"Llama 2":          {"<s>[INST] <<SYS>>\nS\n<</SYS>>\n\nU [/INST] A </s><s>[INST] V [/INST] B </s>", "system:S user:U assistant:A user:V assistant:B"},
	"Mistral":          {"<s>[INST] U [/INST] A</s>[INST] V[/INST] B</s>", "user:U assistant:A user:V assistant:B"},
	"DeepSeek":         {"<｜begin▁of▁sentence｜>S<｜User｜>U<｜Assistant｜>A<｜end▁of▁sentence｜><｜User｜>V<｜Assistant｜>B", "system:S user:U assistant:A user:V assistant:B"},
	"no prompt":        {"<｜begin▁of▁sentence｜><｜User｜>U<｜Assistant｜>A<｜end▁of▁sentence｜>", "user:U assistant:A"},
	"Guanaco":          {"### Human: U\n### Assistant: A\n\nmore\n### Human: V ### Human: w\n### Assistant: B", "user:U assistant:A\n\nmore user:V ### Human: w assistant:B"},
	"Alpaca":           {"Below is an instruction that says what to do.\n\n### Instruction:\nU\n\n### Input:\nV\n\n### Response:\nA\n", "user:U user:V assistant:A"},
	"Vicuna":           {"A chat between a user and a model. USER: U ASSISTANT: A</s>USER: V ASSISTANT: B</s>", "user:U assistant:A user:V assistant:B"},
	"capitals":         {"USER: U\nASSISTANT: A <|endoftext|>\nFUNCTION RESPONSE: R\nASSISTANT: B\n", "user:U assistant:A  tool:R assistant:B"},
	"words between":    {"<|im_start|>user\nU<|im_end|>\nand so on\n<|im_start|>assistant\nA<|im_end|>", ""},
	"unknown role":     {"<|im_start|>judge\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>", ""},
	"no model":         {"<|im_start|>user\nU<|im_end|>\n", ""},
	"within a text":    {"Look: <|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>", ""},
	"roles of prose":   {"User: U\nAssistant: A", ""},
}

func TestChatTemplates(t *testing.T) {
	for name, c := range chatTexts {
		t.Run(name, func(t *testing.T) {
			for _, spell := range []func(string) string{insideOf, spelledByNumber} {
				r, d := open(t, `{"id": 1.0, "text": "`+spell(c[0])+`"}`, Options{})
				require.Nil(t, d)
				if c[1] == "" {
					require.Equal(t, Text, r.Layout())
					continue
				}
				require.Equal(t, "chat-template "+c[1], show(t, r))
				sameAgain(t, r)
			}
			r, d := open(t, `"`+insideOf(c[0])+`"`, Options{})
			require.Nil(t, d)
			require.Equal(t, c[1] != "", r.Layout() == ChatTemplate)
			e, err := NewEditor(Options{})
			require.NoError(t, err)
			r, d = e.OpenText([]byte(c[0]))
			require.Nil(t, d)
			if c[1] != "" {
				require.Equal(t, "chat-template "+c[1], show(t, r))
				sameAgain(t, r)
			}
			require.True(t, r.Plain())
			r, d = open(t, `{"a": {"b": "`+insideOf(c[0])+`"}}`, Options{Fields: []string{"a.b"}})
			require.Nil(t, d)
			require.Equal(t, c[1] != "", !strings.HasPrefix(show(t, r), `field "`))
		})
	}
}

// TestChatTemplatePrompt: a prompt that asks the model to speak, with what it says next to it.
func TestChatTemplatePrompt(t *testing.T) {
	const in = `{"prompt": "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n", "completion": "A<|im_end|>"}`
	r, d := open(t, in, Options{})
	require.Nil(t, d)
	require.Equal(t, "prompt-completion system:S user:U assistant:A", show(t, r))
	sameAgain(t, r)
	for _, c := range []struct{ completion, messages string }{
		{"A", "assistant:A"},
		{"A</s>", "assistant:A</s>"},
		{" A <|im_end|>\n", "assistant: A "},
		{"<|im_end|>", "assistant:"},
		{"A<|im_end|>\n<|im_start|>user\nV<|im_end|>\n<|im_start|>assistant\nB", "assistant:A user:V assistant:B"},
		{"<|im_start|>assistant\nA<|im_end|>", "assistant:A"},
		{"A<|im_end|> and more", "assistant:A<|im_end|> and more"},
	} {
		r, d := open(t, `{"prompt": "<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n", "completion": "`+insideOf(c.completion)+`"}`, Options{})
		require.Nil(t, d)
		require.Equal(t, "prompt-completion user:U "+c.messages, show(t, r))
		sameAgain(t, r)
	}
	r, d = open(t, `{"prompt": "[INST] U [/INST]", "chosen": "A</s>", "rejected": "B</s>"}`, Options{})
	require.Nil(t, d)
	require.Equal(t, "preference user:U assistant:A | preference user:U assistant:B", show(t, r))
}

// insideOf returns the inside of a JSON string, and spelledByNumber one that spells what
// some programs do.
func insideOf(s string) string { return string(ir.Plain(s).AppendJSON(nil, false)) }
func spelledByNumber(s string) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "▁", `\u2581`).Replace(insideOf(s))
}

// sameAgain writes a record with the messages that it has: the same bytes, which prove it.
func sameAgain(t *testing.T, r *Record) {
	t.Helper()
	out := asRead(t, r)
	written, losses, d := r.Write(nil, []*convert.Output{out})
	require.Nil(t, d)
	require.Empty(t, losses)
	require.Equal(t, string(r.doc.B), string(written))
	w, d := r.Prove(written, []*convert.Output{out})
	require.Nil(t, d)
	require.Equal(t, show(t, r), show(t, w))
}

// asRead returns what a conversion makes that changes nothing.
func asRead(t *testing.T, r *Record) *convert.Output {
	t.Helper()
	found, d := r.Transcript(0)
	require.Nil(t, d)
	out := &convert.Output{}
	for i, m := range found.Conversation.Messages {
		out.Messages = append(out.Messages, convert.OutMessage{Role: m.Role, Content: m.Content, Source: i})
	}
	return out
}

// TestChatTemplateChanges: messages that are new, gone, of another role or other words.
func TestChatTemplateChanges(t *testing.T) {
	const in = `{"text": "<s><|system|>\nS</s>\n<|user|>\nU</s>\n<|assistant|>\nA</s>", "k": 1}`
	said := func(role ir.Role, words string, source int) convert.OutMessage {
		return convert.OutMessage{Role: role, Content: ir.Plain(words), Source: source}
	}
	for name, c := range map[string]struct {
		messages []convert.OutMessage
		want     string
	}{
		"other words": {
			[]convert.OutMessage{said(ir.RoleSystem, "S", 0), said(ir.RoleUser, "V\n\"w\"", 1), said(ir.RoleAssistant, "B", 2)},
			`{"text": "<s><|system|>\nS</s>\n<|user|>\nV\n\"w\"</s>\n<|assistant|>\nB</s>", "k": 1}`,
		},
		"one is gone": {[]convert.OutMessage{said(ir.RoleUser, "U", 1), said(ir.RoleAssistant, "A", 2)}, `{"text": "<s><|user|>\nU</s>\n<|assistant|>\nA</s>", "k": 1}`},
		"one is new": {
			[]convert.OutMessage{said(ir.RoleSystem, "S", 0), said(ir.RoleUser, "U", 1), said(ir.RoleAssistant, "A", 2), said(ir.RoleTool, "R", -1)},
			`{"text": "<s><|system|>\nS</s>\n<|user|>\nU</s>\n<|assistant|>\nA</s>\n<|tool|>\nR</s>\n", "k": 1}`,
		},
		"another role": {[]convert.OutMessage{said(ir.RoleTool, "U", 1), said(ir.RoleAssistant, "A", 2)}, `{"text": "<s><|tool|>\nU</s>\n<|assistant|>\nA</s>", "k": 1}`},
	} {
		r, d := open(t, in, Options{})
		require.Nil(t, d)
		out := &convert.Output{Messages: c.messages}
		written, _, d := r.Write(nil, []*convert.Output{out})
		require.Nil(t, d, name)
		require.Equal(t, c.want, string(written), name)
		w, d := r.Prove(written, []*convert.Output{out})
		require.Nil(t, d, name)
		found, d := w.Transcript(0)
		require.Nil(t, d)
		for i, m := range found.Conversation.Messages {
			assert.Equal(t, c.messages[i].Role, m.Role, name)
			assert.True(t, text.Equal(c.messages[i].Content, m.Content), name)
		}
		for _, broken := range []string{
			strings.Replace(c.want, "<s>", "", 1), strings.Replace(c.want, "</s>\\n<", "</s><", 1), strings.Replace(c.want, `"k": 1`, `"k": 2`, 1), strings.Replace(c.want, "assistant", "user", 1),
		} {
			_, d := r.Prove([]byte(broken), []*convert.Output{out})
			require.NotNil(t, d, "%s: %s", name, broken)
		}
	}
	r, d := open(t, `{"text": "[INST] U [/INST] A</s>"}`, Options{})
	require.Nil(t, d)
	_, _, d = r.Write(nil, []*convert.Output{{Messages: []convert.OutMessage{said(ir.RoleSystem, "S", -1), said(ir.RoleUser, "U", 0), said(ir.RoleAssistant, "A", 1)}}})
	require.Equal(t, ir.CodeLayoutTooNarrow, d.Code)
}

// TestChatTemplateWords: what messages say comes back, but for the tokens of the template,
// which nothing that is written may hold.
func TestChatTemplateWords(t *testing.T) {
	const in = `{"text": "<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n"}`
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "\n", " ", "<", "|im_", "<|im_start|>", "user\n", "<|im_end|>", `"`, `\`, "é", "\x00"})).Draw(t, "words"), "")
		e, err := NewEditor(Options{})
		require.NoError(t, err)
		r, d := e.Open([]byte(in))
		require.Nil(t, d)
		out := &convert.Output{Messages: []convert.OutMessage{{Role: ir.RoleUser, Content: ir.Plain("U")}, {Role: ir.RoleAssistant, Content: ir.Plain(words), Source: 1}}}
		written, _, d := r.Write(nil, []*convert.Output{out})
		require.Nil(t, d)
		w, d := r.Prove(written, []*convert.Output{out})
		if d != nil {
			require.Contains(t, words, "<|im_")
			return
		}
		found, d := w.Transcript(0)
		require.Nil(t, d)
		said := found.Conversation.Messages[1].Content.String()
		require.True(t, said == words || strings.Contains(words, "<|im_"), "%q became %q", words, said)
	})
}

// TestLinearChatTemplates floods the search for tokens. It asserts nothing: what is not
// linear runs into the test's time limit.
func TestLinearChatTemplates(t *testing.T) {
	size := testlong.Size(1<<15, 1<<21)
	for name, c := range chatTexts {
		first, _, _ := strings.Cut(c[0], "U")
		for _, piece := range []string{"<", "[INST] ", "<|", "\\n", "\\\\", "### ", "</s>", "\\nUSER:", "<s>", " ", "<|im_start|>assistant\\n", "\\u003c"} {
			raw := `{"text": "` + insideOf(first) + strings.Repeat(piece, size/len(piece)) + `"}`
			e, err := NewEditor(Options{})
			require.NoError(t, err)
			if r, d := e.Open([]byte(raw)); d == nil {
				r.Release()
			} else {
				require.Equal(t, ir.CodeRecordTooLarge, d.Code, "%s %q", name, piece)
			}
		}
	}
}
