package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	formats "github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

func formNames() []string {
	var names []string
	for _, f := range prompts.Forms() {
		names = append(names, string(f))
	}
	return names
}

func (std streams) prompt(c *invocation) error {
	if len(c.files) > 0 {
		return usagef("prompt takes no files but those of its flags, found %q", c.files[0])
	}
	if c.Bool("quiet") {
		std.err = io.Discard // errors are printed by who called
	}
	reads := c.IsSet("read")
	for _, flag := range []string{"to", "tools", "template", "tool-list"} {
		if reads && c.IsSet(flag) {
			return usagef("--read takes a prompt apart and --%s belongs to writing one: leave one of them out", flag)
		}
	}
	if reads {
		return std.takeApart(c)
	}
	if c.IsSet("prompt-from") {
		return usagef("--prompt-from belongs to --read; --template names the template to write")
	}
	return std.writePrompt(c)
}

// writePrompt prints the system prompt that the flags ask for.
func (std streams) writePrompt(c *invocation) error {
	own, err := styleFiles(c)
	if err != nil {
		return err
	}
	if p := formats.ByName(c.String("to")); p != nil && layouts.IsShape(p.Name) && c.String("template")+c.String("tool-list") == "" {
		return std.formatPrompt(c, p)
	}
	to, err := promptStyle(c.String("to"), own)
	if err != nil {
		return err
	}
	translator, opts := prompts.New(own...), prompts.Options{Form: prompts.Form(c.String("tool-list"))}
	if c.String("tools") == "" {
		return errNoTools
	}
	if c.String("tools") == "-" && c.String("template") == "-" {
		return usagef("standard input is named twice")
	}
	if opts.To, err = std.template(c.String("template")); err != nil {
		return err
	}
	tools, err := std.definitions(translator, c.String("tools"))
	if err != nil {
		return err
	}
	out, diags, err := translator.Render(to, &tools, opts)
	for _, d := range diags {
		fmt.Fprintf(std.err, "%s\n", printable(fmt.Sprintf("%s %s: %s", d.Severity, d.Code, d.Text())))
	}
	if err != nil {
		return unwritten(err)
	}
	if r := translator.Read(out); r.Style != nil && r.Style != to {
		fmt.Fprintf(std.err, "warning: the prompt teaches %s, not %s\n", r.Style.Name, to.Name)
	}
	_, err = io.WriteString(std.out, out)
	return atomicfile.Failed("standard output", err)
}

var errNoTools = usagef("--tools FILE is missing: a JSON array of definitions, [] for no tools, or - for standard input")

// formatPrompt prints what teaches a format of models with its tools.
func (std streams) formatPrompt(c *invocation, p *formats.Page) error {
	if c.String("tools") == "" {
		return errNoTools
	}
	tools, err := std.definitions(prompts.New(), c.String("tools"))
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.out, emitters.ForPage(p).Prompt(tools.OpenAI()))
	return atomicfile.Failed("standard output", err)
}

// unwritten says why a prompt was not written.
func unwritten(err error) error {
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok {
		return &rejectedError{d.Error()}
	}
	return err
}

// promptStyle returns the style of that name, which has to have a system prompt.
func promptStyle(name string, own []*styles.Style) (*styles.Style, error) {
	all, err := styles.With(own...)
	if err != nil {
		return nil, err
	}
	known := strings.Join(promptStyles(all), ", ")
	if layouts.IsShape(name) {
		return nil, usagef("--to %s: it has no system prompt of its own; expected one of %s", name, known)
	}
	if name == "" {
		return nil, usagef("--to STYLE or --read FILE is missing: the styles are %s", known)
	}
	to, err := styles.Find(all, name)
	if err != nil {
		return nil, explain(err)
	}
	return to, nil
}

// promptStyleNames are the built-in ones of promptStyles.
func promptStyleNames() []string { return promptStyles(styles.All()) }

// promptStyles returns the names of the styles, each of which has a system prompt.
func promptStyles(all []*styles.Style) []string {
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	return names
}

// promptReader returns what reads system prompts, and the template that they are expected
// to be made from, or nil.
func (std streams) promptReader(c *invocation) (*prompts.Translator, *prompts.Template, error) {
	own, err := styleFiles(c)
	if err != nil {
		return nil, nil, err
	}
	if _, err := styles.With(own...); err != nil {
		return nil, nil, err
	}
	from, err := std.template(c.String("prompt-from"))
	return prompts.New(own...), from, err
}

// template reads a template; "" names none.
func (std streams) template(path string) (*prompts.Template, error) {
	if path == "" {
		return nil, nil
	}
	src, name, err := std.readText(path)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(src)) == 0 {
		return nil, usagef("the template %s is empty; --prompt drop leaves system prompts out", name)
	}
	t, err := prompts.ParseTemplate(string(src))
	if fault, ok := errors.AsType[*prompts.SyntaxError](err); ok {
		return nil, usagef("%s:%d:%d: %s", name, fault.Line, fault.Column, fault.Text)
	}
	return t, err
}

// definitions reads a file of definitions.
func (std streams) definitions(translator *prompts.Translator, path string) (prompts.ToolList, error) {
	src, name, err := std.readText(path)
	if err != nil {
		return prompts.ToolList{}, err
	}
	c, err := translator.ParseDefinitions(src)
	if fault, ok := errors.AsType[*prompts.SyntaxError](err); ok {
		err = fmt.Errorf("can't read the tools: %s:%d:%d: %s", name, fault.Line, fault.Column, fault.Text)
	}
	if err == nil && len(c.Tools) == 0 {
		fmt.Fprintf(std.err, "warning: %s has no tools\n", printable(name))
	}
	for _, other := range c.LeftOut {
		fmt.Fprintf(std.err, "warning: %s has %s, which is no function: it was left out\n", printable(name), printable(other))
	}
	seen := map[string]bool{}
	for i := range c.Tools {
		t := &c.Tools[i]
		uncounted(t)
		if seen[t.Name] {
			fmt.Fprintf(std.err, "warning: %s has the tool %s twice\n", printable(name), printable(fmt.Sprintf("%q", t.Name)))
		}
		seen[t.Name] = true
	}
	return c, err
}

// readText reads a file of text, or standard input under the name "-", without
// a byte order mark.
func (std streams) readText(path string) (content []byte, name string, err error) {
	list, err := std.find([]string{path})
	if err != nil {
		return nil, "", err
	}
	in := &list[0]
	ctx, stop := interruptible()
	defer stop()
	f, err := in.Open(ctx)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	content, err = io.ReadAll(io.LimitReader(f, dataset.MaxRecord+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("can't read the input: %w", err)
	case len(content) > dataset.MaxRecord:
		return nil, "", fmt.Errorf("%s is longer than %d bytes", in.Name, dataset.MaxRecord)
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		line, column := jsonx.Place(content, jsonx.InvalidUTF8(content))
		return nil, "", fmt.Errorf("%s:%d:%d: not UTF-8", in.Name, line, column)
	}
	return content, in.Name, nil
}

// takeApart prints what a system prompt is.
func (std streams) takeApart(c *invocation) error {
	if c.String("read") == "-" && c.String("prompt-from") == "-" {
		return usagef("standard input is named twice")
	}
	reader, from, err := std.promptReader(c)
	if err != nil {
		return err
	}
	src, _, err := std.readText(c.String("read"))
	if err != nil {
		return err
	}
	out, err := apart(reader.Read(string(src), from), from)
	if err != nil {
		return err
	}
	_, err = std.out.Write(harmlessJSON(out))
	return atomicfile.Failed("standard output", err)
}
