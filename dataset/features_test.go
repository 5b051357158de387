package dataset_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/ir"
)

// features are what a transcript with native tool calls may have that is easily got wrong.
var features = []string{
	"system prompt", "later system message", "ids", "ids reused", "ids that few can hold", "no ids", "parallel calls", "results swapped", "results late", "results missing",
	"results of no call", "reasoning", "thoughts", "words after calls", "calls without words", "refusals", "errors", "parts", "images", "empty texts", "weights", "hostile texts", "hostile arguments", "odd numbers",
}

// hitsOf counts the features of transcripts. They are told from the steps, not by the
// generator, so that one that no longer draws a feature is found out.
type hitsOf map[string]int

func (h hitsOf) add(t *ir.Transcript) {
	has := map[string]bool{"system prompt": t.System != nil}
	var links dialogue.Links
	links.Find(t.Steps)
	ids, calls, words := map[string]bool{}, map[int]int{}, map[int]bool{}
	for i := range t.Steps {
		s := &t.Steps[i]
		more := s.Rare()
		has["empty texts"] = has["empty texts"] || s.Kind != ir.Call && s.Text.Empty()
		has["hostile texts"] = has["hostile texts"] || isHostile(s.Text.String())
		has["parts"] = has["parts"] || more.Parts != nil
		has["images"] = has["images"] || slices.ContainsFunc(more.Parts, func(p ir.Part) bool { return p.Raw != nil })
		has["weights"] = has["weights"] || more.Train != nil
		switch s.Kind {
		case ir.Thought:
			has["reasoning"] = has["reasoning"] || more.Reasoning
			has["thoughts"] = has["thoughts"] || !more.Reasoning
			words[s.Message] = true
		case ir.Call:
			id := more.ID.String()
			has["ids reused"] = has["ids reused"] || more.HasID && ids[id]
			has["ids"], has["no ids"] = has["ids"] || more.HasID, has["no ids"] || !more.HasID
			has["ids that few can hold"] = has["ids that few can hold"] || len(id) > 40 || strings.Contains(id, " ")
			ids[id] = true
			calls[s.Message]++
			has["parallel calls"] = has["parallel calls"] || calls[s.Message] > 1
			has["calls without words"] = has["calls without words"] || !words[s.Message]
			args := s.Args.Raw.String()
			has["hostile arguments"] = has["hostile arguments"] || isHostile(args)
			has["odd numbers"] = has["odd numbers"] || strings.Contains(args, "1.0") || strings.Contains(args, "12345678901234567890")
		case ir.Observation:
			has["errors"] = has["errors"] || s.Failed
			call := links.Call[i]
			if call < 0 {
				has["results of no call"] = true
				continue
			}
			has["results swapped"] = has["results swapped"] || i > 0 && links.Call[i-1] > call
			for k := call; k < i; k++ {
				has["results late"] = has["results late"] || t.Steps[k].Kind == ir.User
			}
		case ir.Answer:
			has["refusals"] = has["refusals"] || more.Refusal
		case ir.Prose:
			has["later system message"] = has["later system message"] || s.Role == ir.RoleSystem
			has["words after calls"] = has["words after calls"] || s.Role == ir.RoleAssistant && calls[s.Message] > 0
		}
	}
	has["results missing"] = len(links.Unanswered) > 0
	for name, is := range has {
		if is {
			h[name]++
		}
	}
}

// isHostile reports whether a text holds what a style or JSON could take for its own.
func isHostile(s string) bool {
	return slices.ContainsFunc([]string{"Action:", "Answer:", "Observation:", "Thought:", "</", "```", `"`, `\`, "<tool", "<answer"}, func(sign string) bool { return strings.Contains(s, sign) })
}

// require fails for a feature that was drawn less often than in one of n transcripts of
// total.
func (h hitsOf) require(t *testing.T, total, n int) {
	t.Helper()
	var list []string
	for _, name := range slices.Sorted(maps.Keys(h)) {
		list = append(list, fmt.Sprintf("%s %d", name, h[name]))
	}
	t.Logf("%d transcripts: %s", total, strings.Join(list, ", "))
	for _, name := range features {
		if h[name] < total/n {
			t.Errorf("%q was drawn in %d of %d transcripts: expected %d at least", name, h[name], total, total/n)
		}
	}
	for name := range h {
		if !slices.Contains(features, name) {
			t.Errorf("%q is not among the features", name)
		}
	}
}
