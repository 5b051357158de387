package prompts

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// drawPrompt draws a prompt out of paragraphs as harnesses and people write them.
func drawPrompt(t *rapid.T) string {
	pieces := []string{
		"You are Nora.", "Answer politely.", "## Tools", "# Style", "```\nThought: x\nAction: y\nAction Input: {}\n```", "Thought: a\nAction: b",
		"Action Input: {}", "Observation: r", "Use this format:", "Never write `Observation:`.", "Tool: a\nTool Input: b", "<tool_use>\n<arguments>", "</tool_use>",
		"You may use these tools:", "- a: b\n- c: d", "x: y, args: {\"a\": 1}", "> Tool Name: a\nTool Description: b\nTool Args: {'a': 1}", "[{\"name\": \"a\", \"description\": \"b\"}]",
		"<tools>\n<tool><name>a</name></tool>\n</tools>", "```", "  indented", "文 \xed\xa0\xbd 🙂", "Begin!", "a.\nB: c", "> quoted", "**Bold**", "Final Answer: z", "Remember: be short.\r",
	}
	var b strings.Builder
	for range rapid.IntRange(0, 12).Draw(t, "paragraphs") {
		b.WriteString(rapid.SampledFrom(pieces).Draw(t, "paragraph"))
		b.WriteString(rapid.SampledFrom([]string{"\n", "\n\n", "\n\n\n", " ", ""}).Draw(t, "between"))
	}
	return b.String()
}

func drawStyle(t *rapid.T, label string) *styles.Style {
	var names []string
	for _, s := range textStyles() {
		names = append(names, s.Name)
	}
	s, err := styles.Lookup(rapid.SampledFrom(names).Draw(t, label))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever the prompt, each of its paragraphs stays, or is reported, or is the
// tool list, whose tools are in the result; and a second time changes nothing.
func TestNothingIsLostInSilence(t *testing.T) {
	recognised := 0
	rapid.Check(t, func(t *rapid.T) {
		prompt, to := drawPrompt(t), drawStyle(t, "to")
		out, r, diags, err := fresh.anew(prompt, to, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !r.recognised() {
			if out != prompt {
				t.Fatalf("the prompt was not recognised and is %q", out)
			}
			return
		}
		if out == prompt && r.Style == to {
			return
		}
		recognised++
		for _, p := range r.Kept {
			if !strings.Contains(out, p.Text) {
				t.Fatalf("%q was kept and is not in %q", p.Text, out)
			}
		}
		rest := prompt
		for _, p := range append(append([]Paragraph(nil), r.Kept...), r.Removed...) {
			rest = rest[:p.Start] + strings.Repeat(" ", p.End-p.Start) + rest[p.End:]
		}
		if strings.TrimSpace(rest) != "" {
			t.Fatalf("%q is neither kept nor removed", strings.TrimSpace(rest))
		}
		reported := 0
		for _, d := range diags {
			if d.Code == ir.CodeInstructionsRemoved {
				reported++
			}
		}
		for _, p := range r.Removed {
			if p.kind == toolListBlock {
				reported++
			}
		}
		if reported != len(r.Removed) {
			t.Fatalf("%d paragraphs were removed and %d reported", len(r.Removed), reported)
		}
		again, _, _, err := fresh.anew(out, to, Options{})
		if err != nil || again != out {
			t.Fatalf("a second time gives %q %v", again, err)
		}
	})
	if recognised == 0 {
		t.Error("no prompt was recognised")
	}
}

// From format instructions to format instructions and back is the identity, whatever the tools and
// whatever is around: or the result is refused.
func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := drawStyle(t, "from"), drawStyle(t, "to")
		c := ToolList{Tools: rapid.SliceOfN(rapid.Custom(drawTool), 0, 3).Draw(t, "tools")}
		instructions, _, err := fresh.Render(from, &c, Options{})
		if err != nil {
			return
		}
		prompt := rapid.SampledFrom([]string{"", "You are Nora.\n\n", "# A\n"}).Draw(t, "before") + instructions + rapid.SampledFrom([]string{"", "\n\n", "\nEnd."}).Draw(t, "after")
		out, r, diags, err := fresh.anew(prompt, to, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Style != from || !equalTools(r.ToolList.Tools, c.Tools) {
			t.Fatalf("read as %v with %+v", r.Style, r.ToolList.Tools)
		}
		back, _, more, err := fresh.anew(out, from, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range append(diags, more...) {
			if d.Code == ir.CodeToolListForm || d.Code == ir.CodeToolNames {
				return // a tool list that had to be written in another form, and said so
			}
			if d.Severity == ir.Loss {
				t.Fatal(d)
			}
		}
		if wrapped := strings.Contains(prompt, `"type": "function"`); back != prompt && !wrapped {
			t.Fatalf("back gives %q\n%q", back, prompt)
		}
	})
}
