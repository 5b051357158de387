package train_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/train"
)

// TestStopText: what can be written without a stop text can be written with one, and reads
// back; all of it is trained, and without it the text is what it was.
func TestStopText(t *testing.T) {
	for _, s := range styles.All() {
		for _, shape := range []convert.Shape{convert.MessageShape, convert.TextShape} {
			t.Run(s.Name+" "+string(shape), func(t *testing.T) {
				written := 0
				rapid.Check(t, func(rt *rapid.T) {
					in, word := drawn(rt), rapid.SampledFrom([]string{"<|im_end|>", "\nPAUSE", "STOP"}).Draw(rt, "word")
					was, err := train.Write(in, convert.Options{To: s.Name, Shape: shape}, train.All)
					if err != nil {
						return
					}
					is, err := train.Write(in, convert.Options{To: s.Name, Shape: shape, StopText: word}, train.All)
					var reject *ir.Diagnostic
					if errors.As(err, &reject) && reject.Code == ir.CodeReadBack && word[0] == '\n' && endsInCR(was) {
						return // CR and the line feed of the stop text read as one more of its line ends
					}
					if err != nil {
						rt.Fatalf("%v\n%s", err, shown(was))
					}
					written++
					if got, want := strings.ReplaceAll(all(is), word, ""), all(was); got != want {
						rt.Fatalf("%q\n%q", got, want)
					}
					for _, seg := range is.Segments() {
						if !seg.Label && strings.Contains(seg.Text, word) {
							rt.Fatalf("it is not trained:\n%s", shown(is))
						}
					}
				})
				if written == 0 {
					t.Error("nothing was written")
				}
			})
		}
	}
}

// endsInCR reports whether what was written, or a message of it, ends in CR and has no line
// feed without one.
func endsInCR(w *train.Written) bool {
	for _, m := range w.Messages {
		if strings.Contains(m.Text, "\r") && !strings.Contains(strings.ReplaceAll(m.Text, "\r\n", ""), "\n") {
			return true
		}
	}
	return false
}

func all(w *train.Written) string {
	var b strings.Builder
	for _, m := range w.Messages {
		b.WriteString(m.Text)
	}
	return b.String()
}

// asked is a transcript with a call, its result and an answer.
func asked() *ir.Transcript {
	value := ir.Plain(`{"q": 1}`)
	return &ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Role: ir.RoleUser, Text: ir.Plain("How far?")},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("map"), Args: ir.Args{Raw: value, Value: value}},
		{Kind: ir.Observation, Role: ir.RoleUser, Message: 2, Tool: ir.Plain("map"), Text: ir.Plain("9 km")},
		{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("Nine.")},
	}}
}

// TestStopTextWords: where the stop text goes, and that a result's marker may be it.
func TestStopTextWords(t *testing.T) {
	for _, c := range []struct{ word, style, want string }{
		{"<|im_end|>", "react", "Question: How far?\nThought: I need to use a tool to help me answer the question.\n[[Action: map\nAction Input: {\"q\": 1}<|im_end|>]]\nObservation: 9 km\nThought: I can answer without using any more tools.\n[[Answer: Nine.<|im_end|>]]"},
		{"\nPAUSE", "react", "Question: How far?\nThought: I need to use a tool to help me answer the question.\n[[Action: map\nAction Input: {\"q\": 1}\nPAUSE]]\nObservation: 9 km\nThought: I can answer without using any more tools.\n[[Answer: Nine.\nPAUSE]]"},
		{"\nObservation:", "react", "Question: How far?\nThought: I need to use a tool to help me answer the question.\n[[Action: map\nAction Input: {\"q\": 1}\nObservation:]] 9 km\nThought: I can answer without using any more tools.\n[[Answer: Nine.\nObservation:]]"},
	} {
		w, err := train.Write(asked(), convert.Options{To: c.style, Shape: convert.TextShape, StopText: c.word}, train.All)
		if err != nil {
			t.Errorf("%q: %v", c.word, err)
		} else if got := shown(w); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.word, got, c.want)
		}
	}
}

// TestStopTextOnce: a source that has it gets no second one.
func TestStopTextOnce(t *testing.T) {
	in := asked()
	in.Steps[3].Text = ir.Plain("Nine.</s>")
	w, err := train.Write(in, convert.Options{To: "xml", StopText: "</s>"}, train.All)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(all(w), "</s>"); n != 2 {
		t.Errorf("%d stop texts:\n%s", n, shown(w))
	}
	var wrong *convert.OptionError
	if _, err := train.Write(in, convert.Options{To: "xml", StopText: "\n"}, train.All); !errors.As(err, &wrong) {
		t.Errorf("%v", err)
	}
}
