package docs_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// TestFormatTable holds the table of formats.md to the pages.
func TestFormatTable(t *testing.T) {
	const heading = "## The formats\n\n"
	page := read(t, "reference/formats.md")
	before, _, ok := strings.Cut(page, heading)
	if !ok {
		t.Fatalf("formats.md has no heading %q", heading)
	}
	want := before + heading + formatTable(t)
	if page == want {
		return
	}
	if *golden.Update {
		if err := os.WriteFile("reference/formats.md", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Error("the table of formats.md is not what the pages say: run the test with -update")
}

// formatTable returns the table with a call of each format.
func formatTable(t *testing.T) string {
	args := ir.Plain(`{"city": "Ness", "days": 3}`)
	call := ir.Step{Kind: ir.Call, Tool: ir.Plain("tide"), Args: ir.Args{Raw: args, Value: args}}
	code := strings.NewReplacer("\n", "␤", "|", `\|`)
	var b strings.Builder
	b.WriteString("| Format | Models | Other names | A call | Can't hold |\n| --- | --- | --- | --- | --- |\n")
	program := ir.Plain(`{"code": "print(tide(\"Ness\"))"}`)
	for _, p := range layouts.Formats() {
		call := call
		if !slices.ContainsFunc(p.Call, func(c string) bool { return !strings.Contains(c, "{code}") }) {
			call.Tool, call.Args = ir.Plain(p.Programs[0]), ir.Args{Raw: program, Value: program}
		}
		text, err := emitters.ForPage(p).Message([]ir.Step{call}, 0)
		if err != nil {
			t.Fatal(p.Name, err)
		}
		fence := "`"
		if strings.Contains(text, fence) {
			fence = "```` "
		}
		b.WriteString("| `" + p.Name + "` | " + strings.Join(p.Models, ", ") + " | " + codes(p.Aliases) + " | " + fence + code.Replace(text) + reverse(fence) + " | " + strings.Join(p.Limits(), ", ") + " |\n")
	}
	return b.String()
}

func codes(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "`" + strings.Join(names, "`, `") + "`"
}

func reverse(fence string) string {
	if strings.HasSuffix(fence, " ") {
		return " " + strings.TrimSpace(fence)
	}
	return fence
}
