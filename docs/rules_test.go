package docs_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/ir"
)

// TestRuleExamples converts the examples of the table of diagnostics: each is
// reported with its code, in the words that the table has.
func TestRuleExamples(t *testing.T) {
	for _, r := range ir.Rules() {
		if r.Example != (ir.Example{}) {
			assert.Equal(t, r.Example.Says, said(t, &r), r.Code)
		}
	}
}

// said returns what the example of a rule is reported with: the words of the rule
// if they are among it.
func said(t *testing.T, r *ir.Rule) string {
	first := ""
	for _, d := range exampleDiagnostics(t, &r.Example) {
		if d.Code != r.Code {
			continue
		}
		assert.Equal(t, r.Severity, d.Severity, r.Code)
		checkFields(t, r, d.Fields)
		if d.Text() == r.Example.Says {
			return d.Text()
		}
		if first == "" {
			first = d.Text()
		}
	}
	return first
}

// checkFields checks that a diagnostic has only fields that its rule lists.
func checkFields(t *testing.T, r *ir.Rule, fields ir.Fields) {
	written, err := json.Marshal(fields)
	require.NoError(t, err)
	var set map[string]any
	require.NoError(t, json.Unmarshal(written, &set))
	for name := range set {
		assert.True(t, r.Code == ir.CodeStrict || slices.Contains(r.Fields, name), "%s has the field %s", r.Code, name)
	}
}

// exampleDiagnostics converts an example and returns all that was reported.
func exampleDiagnostics(t *testing.T, e *ir.Example) []ir.Diagnostic {
	var diags []ir.Diagnostic
	var err error
	if e.From == "" {
		opts := dataset.Options{Options: convert.Options{To: e.To}}
		for _, option := range strings.Fields(e.Options) {
			switch name, value, _ := strings.Cut(option, "="); name {
			case "for":
				opts.For = value
			case "carry":
				opts.Carry = dataset.Carry(value)
			case "observations":
				opts.Observations = convert.Observations(value)
			default:
				opts.Arguments = convert.Arguments(value)
			}
		}
		engine, made := dataset.New(opts)
		require.NoError(t, made)
		var res dataset.Result
		_, res, err = engine.Record([]byte(e.Source))
		diags = res.Diagnostics
	} else {
		c := example(e.Source)
		diags, err = conversionDiagnostics(&c, e.From, append([]string{e.To}, strings.Fields(e.Options)...))
	}
	var reject *ir.Diagnostic
	if errors.As(err, &reject) {
		diags = append(diags, *reject)
	}
	return diags
}

// TestRuleTables compares the tables of two documents with the table of
// diagnostics. With -update they are written anew.
func TestRuleTables(t *testing.T) {
	page := readTables(t, "reference/diagnostics.md")
	for _, section := range []struct {
		heading  string
		severity ir.Severity
	}{{"## Repairs", ir.Repair}, {"## Losses", ir.Loss}, {"## Notes", ir.Note}, {"## Rejects", ir.Reject}} {
		page.compare(section.heading, ruleTable(t, section.severity))
	}
	page.once()
	page.write()
	page = readTables(t, "reference/recovery.md")
	page.compare("## The classes", classTable())
	page.write()
}

// ruleTable is the table of the codes of a severity.
func ruleTable(t *testing.T, severity ir.Severity) []string {
	lines := []string{"| Code | What it means | Example | What is said | What to do |", "| --- | --- | --- | --- | --- |"}
	if severity == ir.Repair {
		lines = []string{"| Code | Class | What it means | Example | What is said | What to do |", "| --- | --- | --- | --- | --- | --- |"}
	}
	for _, r := range ir.Rules() {
		if r.Severity != severity {
			continue
		}
		cells := []string{"`" + string(r.Code) + "`"}
		if severity == ir.Repair {
			cells = append(cells, string(r.Class))
		}
		shown, says := "", ""
		if r.Example != (ir.Example{}) {
			shown, says = exampleCell(&r.Example), escapedCell(said(t, &r))
		}
		cells = append(cells, strings.TrimSpace(r.Summary+" "+r.Details), shown, says, r.Remedy)
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	return lines
}

// exampleCell shows an example on one line.
func exampleCell(e *ir.Example) string {
	lead := "→ " + e.To
	if e.From != "" {
		lead = e.From + " " + lead
	}
	if e.Options != "" {
		lead += " " + e.Options
	}
	return lead + ": " + codeSpan(strings.NewReplacer("\n", "␤", "\r", "␍").Replace(e.Source))
}

// codeSpan returns a code span with as many backticks as it takes.
func codeSpan(s string) string {
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// escapedCell returns words as Markdown that shows them as they are.
func escapedCell(s string) string {
	return strings.NewReplacer("\\", "\\\\", "<", "\\<", "*", "\\*", "_", "\\_", "`", "\\`", "|", "\\|", "[", "\\[").Replace(s)
}

// classTable lists the codes of each class but the readings.
func classTable() []string {
	lines := []string{"| Code | Class |", "| --- | --- |"}
	for _, r := range ir.Rules() {
		if r.Class == ir.Safe || r.Class == ir.Guess {
			lines = append(lines, fmt.Sprintf("| `%s` | %s |", r.Code, r.Class))
		}
	}
	return lines
}

// tables is a document whose tables are compared.
type tables struct {
	t     *testing.T
	path  string
	lines []string
}

func readTables(t *testing.T, path string) *tables {
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	return &tables{t, path, strings.Split(string(page), "\n")}
}

// compare compares the first table under a heading, or puts want in its place.
func (p *tables) compare(heading string, want []string) {
	start := slices.Index(p.lines, heading)
	if start < 0 {
		p.t.Errorf("%s has no heading %q", p.path, heading)
		return
	}
	for start < len(p.lines) && !strings.HasPrefix(p.lines[start], "|") {
		start++
	}
	end := start
	for end < len(p.lines) && strings.HasPrefix(p.lines[end], "|") {
		end++
	}
	for i := 0; !*golden.Update && i < max(len(want), end-start); i++ {
		if i >= len(want) || i >= end-start || want[i] != p.lines[start+i] {
			p.t.Errorf("%s, line %d: the table is not that of package ir; -update writes it anew", p.path, start+i+1)
			return
		}
	}
	if !*golden.Update {
		return
	}
	p.lines = slices.Replace(p.lines, start, end, want...)
}

// once checks that each row is in the page once: what follows a table is no rest of another.
func (p *tables) once() {
	rows := map[string]bool{}
	for i, line := range p.lines {
		code, _, row := strings.Cut(line, " | ")
		if row && strings.HasPrefix(code, "| `") && rows[code] {
			p.t.Errorf("%s, line %d: %s is in a table again", p.path, i+1, code)
		}
		rows[code] = true
	}
}

func (p *tables) write() {
	if *golden.Update {
		require.NoError(p.t, os.WriteFile(p.path, []byte(strings.Join(p.lines, "\n")), 0o644))
	}
}
