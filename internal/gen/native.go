package gen

import (
	"strconv"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Native draws a transcript as native tool calls have it: groups of calls with ids,
// some of them used twice, results that are swapped, late, missing or nobody's,
// reasoning, refusals, failures, parts and weights.
func (g *Generator) Native() *ir.Transcript {
	n := native{Generator: g, t: &ir.Transcript{}}
	if rapid.Bool().Draw(g.T, "system") {
		n.t.System = &ir.System{Text: ir.Plain("Be brief.")}
		n.message = 1
	}
	for left := rapid.IntRange(1, 5).Draw(g.T, "turns"); left > 0; left-- {
		switch rapid.IntRange(0, 6).Draw(g.T, "turn") {
		case 0, 1:
			n.add(ir.RoleUser, ir.Step{Kind: ir.User, Text: g.text("user"), More: n.parts()})
		case 2:
			n.answer()
		case 3:
			n.add(ir.RoleSystem, ir.Step{Kind: ir.Prose, Text: ir.Plain("Be kind.")})
		default:
			n.calls()
		}
	}
	return n.t
}

type native struct {
	*Generator
	t       *ir.Transcript
	message int
	made    int
}

// add adds a message.
func (n *native) add(role ir.Role, steps ...ir.Step) {
	for i := range steps {
		s := steps[i]
		s.Role, s.Message = role, n.message
		s.Bare = s.Kind == ir.Observation && role == ir.RoleTool
		if s.More != nil && s.More.Parts != nil {
			s.Text = text.JoinParts(s.More.Parts)
		}
		n.t.Steps = append(n.t.Steps, s)
	}
	n.message++
}

func (n *native) often(label string, one, of int) bool {
	return rapid.IntRange(1, of).Draw(n.T, label) <= one
}

// parts draws a content that is a list, or none.
func (n *native) parts() *ir.More {
	if !n.often("parts", 1, 5) {
		return nil
	}
	m := &ir.More{Parts: []ir.Part{}}
	for left := rapid.IntRange(0, 3).Draw(n.T, "parts"); left > 0; left-- {
		if n.often("image", 1, 3) {
			m.Parts = append(m.Parts, ir.Part{Raw: []byte(`{"type": "image_url", "image_url": {"url": "https://a/b.png"}}`)})
			continue
		}
		m.Parts = append(m.Parts, ir.Part{Text: n.text("user")})
	}
	return m
}

// lead draws what comes before calls or an answer.
func (n *native) lead() []ir.Step {
	var steps []ir.Step
	if n.often("reasoning", 1, 3) {
		steps = append(steps, ir.Step{Kind: ir.Thought, Text: n.text("thought"), More: &ir.More{Reasoning: true}})
	}
	if n.often("thought", 1, 2) {
		steps = append(steps, ir.Step{Kind: ir.Thought, Text: n.text("thought")})
	}
	return steps
}

func (n *native) answer() {
	var steps []ir.Step
	if n.often("reasoning", 1, 3) {
		steps = append(steps, ir.Step{Kind: ir.Thought, Text: n.text("thought"), More: &ir.More{Reasoning: true}})
	}
	s := ir.Step{Kind: ir.Answer, Text: n.text("answer")}
	switch {
	case n.often("refusal", 1, 6):
		s.More = &ir.More{Refusal: true}
	case n.often("weight", 1, 6):
		s.More = &ir.More{Train: []byte(rapid.SampledFrom([]string{"0", "1", "true", "false"}).Draw(n.T, "train"))}
	}
	n.add(ir.RoleAssistant, append(steps, s)...)
}

// calls draws a group of calls with their results.
func (n *native) calls() {
	steps := n.lead()
	identified, count := n.often("ids", 3, 4), rapid.IntRange(1, 3).Draw(n.T, "calls")
	var results []ir.Step
	for range count {
		call := ir.Step{Kind: ir.Call, Tool: n.tool(), Args: n.args()}
		result := ir.Step{Kind: ir.Observation, Tool: call.Tool, Text: n.text("observation"), Failed: n.often("failed", 1, 6), More: n.parts()}
		if identified {
			id := n.id()
			call.More = &ir.More{ID: id, HasID: true}
			more := ir.More{}
			if result.More != nil {
				more = *result.More
			}
			more.ID, more.HasID = id, true
			result.More = &more
		}
		steps, results = append(steps, call), append(results, result)
	}
	if n.often("words after", 1, 6) {
		steps = append(steps, ir.Step{Kind: ir.Prose, Text: n.text("text")})
	}
	n.add(ir.RoleAssistant, steps...)
	if n.often("swapped", 1, 3) {
		for i, j := 0, len(results)-1; i < j; i, j = i+1, j-1 {
			results[i], results[j] = results[j], results[i]
		}
	}
	if n.often("missing", 1, 6) {
		results = results[1:]
	}
	if n.often("late", 1, 6) {
		n.add(ir.RoleUser, ir.Step{Kind: ir.User, Text: n.text("user")})
	}
	for _, r := range results {
		n.add(ir.RoleTool, r)
	}
	if n.often("orphan", 1, 8) {
		n.add(ir.RoleTool, ir.Step{Kind: ir.Observation, Text: n.text("observation"), More: &ir.More{ID: ir.Plain("nobody's"), HasID: true}})
	}
}

// id draws an id: a new one, an old one, or one that few can hold.
func (n *native) id() ir.Text {
	n.made++
	switch rapid.IntRange(0, 5).Draw(n.T, "id") {
	case 0:
		return ir.Plain("a")
	case 1:
		return ir.Plain("id with spaces, é and \" " + strconv.Itoa(n.made))
	case 2:
		return ir.Plain("call_that_is_far_too_long_for_those_who_allow_forty_characters_" + strconv.Itoa(n.made))
	}
	return ir.Plain("call_" + strconv.Itoa(n.made))
}

// tool draws the name of a tool, such as every style can say.
func (n *native) tool() ir.Text {
	return ir.Plain(rapid.SampledFrom([]string{"search", "加法", "a.b-c", "x"}).Draw(n.T, "tool"))
}
