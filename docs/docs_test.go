// Package docs_test runs what the documents show, so that no example in them
// can go stale. Examples are fenced blocks and rows of tables:
//
//	```text canonical STYLE    is read and written unchanged, with nothing to report
//	```text from STYLE         a conversation
//	```text to STYLE           what the conversation above becomes; options may follow
//	```json to ir              the same as the neutral document, white space aside
//	```text reported           all that was said about the conversion above
//	```console                 commands after "$ " and what they print
//	```toml FILE               the contents of FILE
//	```sh                      commands that must succeed
//
// Commands that begin with "go run . " are run in the repository, those that begin
// with "toolspeak " in a folder of the page's own: see command_test.go.
// A conversation with lines like [user] is a chat, any other a plain transcript.
// Of tables, rows_test.go knows more. With -update the outputs are written anew.
package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// documents are the pages whose examples are run.
var documents = []string{
	"README.md", "docs/tutorial.md", "docs/recipes.md", "docs/styles.md", "docs/reference/diagnostics.md",
	"docs/reference/commands.md", "docs/style-files.md", "docs/layouts.md", "docs/shapes.md", "docs/reference/formats.md", "docs/reference/carry.md", "docs/datasets.md", "docs/reference/parquet.md",
	"docs/reference/trainers.md", "docs/training.md", "docs/install.md",
}

func TestDocuments(t *testing.T) {
	t.Chdir("..") // the commands in the documents are run from the root
	for _, path := range documents {
		t.Run(path, func(t *testing.T) { testDocument(t, path) })
	}
}

// TestDependencies compares the direct dependencies with their document.
func TestDependencies(t *testing.T) {
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("internals/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	direct := regexp.MustCompile(`(?m)^(?:require |\t)(\S+) v\S+$`).FindAllStringSubmatch(string(mod), -1)
	listed := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(page), -1)
	names := func(found [][]string) (out []string) {
		for _, m := range found {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return out
	}
	if want, got := names(direct), names(listed); len(want) == 0 || !slices.Equal(want, got) {
		t.Errorf("go.mod requires %q, docs/internals/dependencies.md lists %q", want, got)
	}
}

func testDocument(t *testing.T, path string) {
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := &document{t: t, lines: strings.Split(string(page), "\n")}
	d.run()
	if d.examples == 0 {
		t.Error("found no examples")
	}
	if *golden.Update && !t.Failed() {
		if err := os.WriteFile(path, []byte(strings.Join(d.out, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// document is a page on its way through its examples.
type document struct {
	t        *testing.T
	lines    []string
	out      []string // the page with its outputs written anew
	examples int

	scratch  string          // the folder for commands that write files
	style    string          // the style whose section this is
	columns  map[string]int  // those of the table whose rows these are
	source   ir.Conversation // what was read last
	from     string
	reported string // what was said about the last conversion
}

var fenceLine = regexp.MustCompile("^(`{3,})(.*)$")

func (d *document) run() {
	for i := 0; i < len(d.lines); i++ {
		line := d.lines[i]
		m := fenceLine.FindStringSubmatch(line)
		if m == nil {
			d.proseLine(i, line)
			d.out = append(d.out, line)
			continue
		}
		n := slices.Index(d.lines[i+1:], m[1])
		if n < 0 {
			d.t.Fatalf("line %d: the block is not closed", i+1)
		}
		end := i + 1 + n
		body := strings.Join(d.lines[i+1:end], "\n")
		got := d.block(i+1, m[2], body)
		if got != body && !*golden.Update {
			d.t.Errorf("line %d: %s\nexpected:\n%s\nfound:\n%s", i+1, m[2], body, got)
		}
		d.out = append(append(d.out, line), strings.Split(got, "\n")...)
		d.out = append(d.out, m[1])
		i = end
	}
}

// block runs a fenced block and returns what its body should be.
func (d *document) block(line int, info, body string) string {
	words := strings.Fields(info)
	switch {
	case len(words) == 2 && words[0] == "toml":
		file, err := os.ReadFile(words[1])
		if err != nil {
			d.t.Errorf("line %d: %v", line, err)
		}
		d.examples++
		return strings.TrimSuffix(string(file), "\n")
	case info == "console":
		d.examples++
		return d.console(line, body)
	case info == "sh":
		for command := range strings.Lines(body) {
			d.command(line, strings.TrimSpace(command))
			d.examples++
		}
		return body
	case len(words) < 2 || words[0] != "text" && words[0] != "json":
		return body
	}
	d.examples++
	switch words[1] {
	case "canonical":
		d.from, d.source = words[2], conversation(body)
		got := d.convert(line, []string{words[2], "prompt=keep"})
		if d.reported != "" {
			d.t.Errorf("line %d: a canonical text, but there is something to report:\n%s", line, d.reported)
		}
		return got
	case "from":
		d.from, d.source = words[2], conversation(body)
		return body
	case "to":
		got := d.convert(line, words[2:])
		if words[2] == "ir" && compact(got) == compact(body) {
			return body
		}
		return got
	case "reported":
		return strings.TrimSuffix(d.reported, "\n")
	}
	d.t.Errorf("line %d: unknown kind of example %q", line, info)
	return body
}

func compact(doc string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(doc)) != nil {
		return doc
	}
	return b.String()
}

// convert converts the source to the style that words begins with; options
// like strict or observations=tool follow it.
func (d *document) convert(line int, words []string) string {
	out, reported, err := converted(&d.source, d.from, words)
	if d.reported = reported; err != nil && !*golden.Update {
		d.t.Logf("line %d: %v", line, err)
	}
	return out
}

// converted returns what a conversation becomes and what is said about it, a
// reject among it.
func converted(c *ir.Conversation, from string, words []string) (text, reported string, err error) {
	out, converter, err := conversionOf(c, from, words)
	if converter == nil {
		return "", "", err
	}
	for _, note := range out.Diagnostics {
		reported += note.String() + "\n"
	}
	if reject, ok := err.(*ir.Diagnostic); ok {
		return "", reported + reject.String() + "\n", err
	}
	if !out.Flat && len(out.Messages) == 0 {
		return string(ir.AppendDocument(nil, &out.Lowered, nil, false)), reported, nil
	}
	return written(out), reported, nil
}

// conversionDiagnostics returns what is reported of a conversion.
func conversionDiagnostics(c *ir.Conversation, from string, words []string) ([]ir.Diagnostic, error) {
	out, converter, err := conversionOf(c, from, words)
	if converter == nil {
		return nil, err
	}
	return out.Diagnostics, err
}

// conversionOf converts and proves a conversation. Without a converter the
// options are wrong.
func conversionOf(c *ir.Conversation, from string, words []string) (*convert.Output, *convert.Converter, error) {
	opts := convert.Options{From: from, To: words[0], Target: layouts.TargetOf(words[0])}
	for _, word := range words[1:] {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "observations":
			opts.Observations = convert.Observations(value)
		case "assume-outcome":
			opts.AssumeOutcome = convert.AssumeOutcome(value)
		case "strict":
			opts.Strict = convert.StrictLosses
			if value == "all" {
				opts.Strict = convert.StrictAll
			}
		case "prompt":
			opts.Prompts.Mode = prompts.Mode(value)
		case "repair":
			opts.Repair = convert.Repair(value)
		case "plain":
			opts.Plain = convert.Unmarked(value)
		case "xml-entities":
			opts.XMLEntities = convert.XMLEntities(value)
		}
	}
	converter, err := convert.New(opts)
	if err != nil {
		return nil, nil, err
	}
	out, err := converter.Convert(c)
	return out, converter, err
}

var roleLine = regexp.MustCompile(`(?m)^\[(user|assistant|system|tool|alternative)\](?:\n|\z)`)

var roles = map[string]ir.Role{"user": ir.RoleUser, "assistant": ir.RoleAssistant, "system": ir.RoleSystem, "tool": ir.RoleTool}

// conversation reads a conversation as the documents show it.
func conversation(body string) ir.Conversation {
	c := ir.Conversation{}
	found := roleLine.FindAllStringSubmatchIndex(body, -1)
	if len(found) == 0 {
		c.Flat, c.Text = true, ir.Plain(body)
		return c
	}
	for i, m := range found {
		end := len(body)
		if i+1 < len(found) {
			end = found[i+1][0] - 1
		}
		content := ir.Plain(body[m[1]:max(m[1], end)])
		role, ok := roles[body[m[2]:m[3]]]
		if !ok {
			c.HasAlternatives = true
			c.Alternatives = append(c.Alternatives, content)
			continue
		}
		c.Messages = append(c.Messages, ir.Message{Role: role, Content: content})
	}
	return c
}

// written shows an output as the documents do.
func written(out *convert.Output) string {
	if out.Flat {
		return out.Text.String()
	}
	var parts []string
	for _, m := range out.Messages {
		parts = append(parts, fmt.Sprintf("[%s]\n%s", m.Role, m.Content))
	}
	for _, a := range out.Alternatives {
		parts = append(parts, "[alternative]\n"+a.String())
	}
	return strings.Join(parts, "\n")
}
