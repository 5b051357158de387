package gen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/styles"
)

// stems are what drawn markers are made of: short, so that they come near one
// another, and with what needs an escape in JSON or more than one byte.
var stems = []string{"a", "b", "Q", "Step", "Tool", "Action", "Answer", "思考", "é", "#", "## ", "**", "-", "> ", "<", "1", "/", "&", "'", "it's", "[x", "(", "😀", " b"}

// tagStems are what drawn element names are made of.
var tagStems = []string{"a", "b", "tool", "use", "_", "-", ".", "name", "Result", "x1"}

// Style draws the file of a style with markers or tags of its own: one that
// styles.Parse takes. The words in it that are syntax come with it.
func Style(t *rapid.T) (*styles.Style, []string) {
	for {
		file, words := styleFile(t)
		if s, err := styles.Parse([]byte(file), "drawn.toml"); err == nil {
			return s, words
		}
	}
}

func styleFile(t *rapid.T) (file string, words []string) {
	var b strings.Builder
	text := func(key, value string) { fmt.Fprintf(&b, "%s = '''%s'''\n", key, value) }
	flag := func(key string) bool {
		yes := rapid.Bool().Draw(t, key)
		fmt.Fprintf(&b, "%s = %t\n", key, yes)
		return yes
	}
	marker := func(key string) {
		n := rapid.IntRange(1, 3).Draw(t, "stems")
		m := ""
		for range n {
			m += rapid.SampledFrom(stems).Draw(t, key)
		}
		m += rapid.SampledFrom([]string{":", ":", "："}).Draw(t, "colon")
		words = append(words, m)
		text(key, m)
	}
	text("name", "drawn")
	if rapid.IntRange(0, 3).Draw(t, "family") == 0 {
		text("family", "tags")
		flag("object_args")
		flag("thought_before_call")
		keys := []string{"result"}
		form := rapid.IntRange(0, 2).Draw(t, "call")
		switch form {
		case 0:
			keys = append(keys, "call", "name", "arguments")
		case 1:
			keys = append(keys, "name", "arguments")
		default:
			keys = append(keys, "call")
			text("blob_tool", "a")
			text("blob_input", rapid.SampledFrom([]string{"in", "é", "</"}).Draw(t, "blob_input"))
		}
		if rapid.Bool().Draw(t, "output") {
			keys = append(keys, "output")
			if form == 0 {
				flag("names_results")
			}
			if flag("marks_errors") {
				keys = append(keys, "error")
			}
		}
		if rapid.Bool().Draw(t, "answer") {
			keys = append(keys, "answer")
			flag("thought_before_answer")
		}
		b.WriteString("[tag]\n")
		for _, key := range keys {
			tag := rapid.SampledFrom(tagStems).Draw(t, key) + rapid.SampledFrom(tagStems).Draw(t, key)
			words = append(words, "<"+tag+">", "</"+tag+">")
			text(key, tag)
		}
	} else {
		text("family", "markers")
		for _, key := range []string{"thought", "call", "observation", "answer"} {
			marker(key)
		}
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0:
			text("blob_tool", rapid.SampledFrom([]string{"tool", "a", "é", "<"}).Draw(t, "blob_tool"))
			text("blob_input", "in")
			if rapid.Bool().Draw(t, "by call") {
				text("answer_tool", rapid.SampledFrom([]string{"End", "é x"}).Draw(t, "answer_tool"))
			}
			flag("object_args")
		case 1:
			b.WriteString("brackets = true\n")
			if rapid.Bool().Draw(t, "by call") {
				text("answer_tool", rapid.SampledFrom([]string{"End", "x1"}).Draw(t, "answer_tool"))
			}
		default:
			marker("input")
			flag("object_args")
		}
		flag("numbered")
		flag("nested")
		flag("wrapped")
		flag("thought_before_call")
		flag("thought_before_answer")
		says := rapid.SampledFrom([]string{"nothing", "by-thought", "by-line"}).Draw(t, "says")
		text("says", says)
		if says == "by-line" {
			marker("outcome")
			words[len(words)-1] += " True"
		}
	}
	b.WriteString("[stock]\n")
	need, both := rapid.Bool().Draw(t, "need-tool"), rapid.Bool().Draw(t, "can-answer") || strings.Contains(b.String(), "by-thought")
	for k, key := range []string{"need-tool", "can-answer", "cannot-answer"} {
		if k == 0 && need || k > 0 && both {
			text(key, rapid.SampledFrom(words).Draw(t, "word")+strings.Repeat("!", k+1))
		}
	}
	return b.String(), words
}
