package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/layouts"
)

// styleOf names the style of programs and models that people look for by name.
var styleOf = map[string]string{
	"llamaindex": "react", "llama-index": "react", "llama_index": "react",
	"haystack": "tool-input", "structured-chat": "langchain-json", "structured_chat": "langchain-json",
	"kodeagent": "tao", "kode-agent": "tao", "criticsearch": "xml", "critic-search": "xml",
	"cherry-studio": "cherry", "cherrystudio": "cherry", "crew-ai": "crewai",
	"qwen": "hermes", "qwen2": "hermes", "qwen2.5": "hermes", "qwen3": "hermes", "nous": "hermes", "nous-hermes": "hermes",
	"zero-shot-react": "langchain", "mrkl": "langchain", "toolllama": "toolbench", "toolllm": "toolbench",
	"neutral": "ir", "fireact": "react-paper", "reflexion": "react-paper",
}

// flagOf names the flags that other programs call otherwise.
var flagOf = map[string]string{
	"out": "output", "outfile": "output", "output-file": "output", "target": "to", "source": "from", "src": "from", "style": "to",
	"jobs": "workers", "threads": "workers", "num-proc": "workers", "procs": "workers", "overwrite": "force", "yes": "force",
	"silent": "quiet", "head": "limit", "max": "limit", "count": "limit", "n": "limit", "dry": "dry-run", "dryrun": "dry-run",
	"continue": "resume", "colour": "color", "errors": "rejects", "bad": "rejects", "log": "diagnostics", "key": "field", "path": "field", "column": "field",
	"in-layout": "layout", "to-layout": "out-layout", "gzip": "compress", "zstd": "compress", "check": "dry-run", "skip-errors": "on-error",
}

// unknownName says that there is no style, layout, option or command of a name: what may
// have been meant or else, on the next lines, what there is.
func unknownName(what, name string, known []string) error {
	text, more := fmt.Sprintf("unknown %s %q", what, name), fmt.Sprintf("known %ss: %s", what, strings.Join(known, ", "))
	if what == "style" {
		more = knownStyleNames(known)
		if layouts.IsShape(name) {
			text = fmt.Sprintf("%s can't be the target", name)
		}
	}
	if what == "command" {
		if _, err := os.Stat(name); err == nil {
			return &usageError{text + ": to look at this file, toolspeak check " + name, more}
		}
	}
	if hint := nearName(what, name, known); hint != "" {
		text += ": " + hint
		if what == "style" {
			more = "toolspeak styles lists all styles"
		}
	}
	return &usageError{text, more}
}

// knownStyleNames lists the styles, and says where to find the many shapes and formats.
func knownStyleNames(known []string) string {
	names := slices.DeleteFunc(slices.Clone(known), func(n string) bool {
		return layouts.IsShape(n) || slices.Contains(layouts.FormatNames(), n)
	})
	return "known styles: " + strings.Join(names, ", ") + "; shapes such as openai and anthropic, and formats of models such as qwen3-coder: toolspeak styles lists all"
}

// nearName says what was meant by a name, or nothing.
func nearName(what, name string, known []string) string {
	lower := strings.Trim(strings.ToLower(name), "\"'“”‘’,")
	if what == "style" {
		if layouts.IsShape(lower) && !slices.Contains(known, lower) {
			return "it is read, with --from " + lower + ", and not written"
		}
		if style := styleOf[lower]; style != "" && slices.Contains(known, style) {
			return "its style is " + style
		}
		if slices.Contains(layouts.Names(), lower) {
			return layoutCure(lower)
		}
	}
	best := nearest(lower, known)
	if k := slices.IndexFunc(known, func(n string) bool { return strings.HasPrefix(n, lower) }); best == "" && len(lower) > 2 && k >= 0 {
		best = known[k]
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// layoutCure says that a name is that of a layout.
func layoutCure(name string) string {
	cure := name + " is a layout: --layout " + name + " reads it"
	if slices.Contains(layouts.Targets(), name) {
		cure += ", --out-layout " + name + " writes it"
	}
	return cure
}

// badValue says that a flag has no such value: first what may have been meant.
func badValue(flag, value string, known []string) error {
	hint := ""
	if best := nearest(strings.ToLower(value), known); best != "" {
		hint = "did you mean " + best + "? "
	}
	return usagef("--%s %q: %sexpected %s", flag, value, hint, orList(known))
}

// nearest returns the nearest of the known names, or "".
func nearest(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(name, k); d < least && (d == 1 || 2*d < len(k)) {
			best, least = k, d
		}
	}
	return best
}

// unknownFlag says what may have been meant by a flag that a command has not.
func unknownFlag(command, arg, name string, known []*option) error {
	names := optionNames(known)
	text := fmt.Sprintf("unknown flag %s", arg)
	switch best := flagOf[name]; {
	case slices.Contains(names, best):
		text += ": did you mean --" + best + "?"
	case nearest(name, names) != "":
		text += ": did you mean --" + nearest(name, names) + "?"
	case len(others(name)) > 0:
		text += ": it belongs to " + strings.Join(others(name), ", ")
	}
	return &usageError{text, "toolspeak " + command + " --help lists the flags of " + command}
}

func optionNames(list []*option) []string {
	var names []string
	for _, o := range list {
		names = append(names, o.Name)
	}
	return names
}

// others returns the commands that have the flag.
func others(name string) []string {
	var out []string
	for i := range flagTable() {
		if o := &flagTable()[i]; o.Name == name || o.Short == name {
			out = append(out, slices.DeleteFunc(strings.Fields(o.In), func(c string) bool { return c == "worker" || slices.Contains(out, c) })...)
		}
	}
	return out
}

// address matches the beginning of an address: of the web, or of a store of files.
var address = regexp.MustCompile(`^[a-z][a-z0-9+]+:/`)

// missing says what may have been meant by a file that is not there: the result, which
// other programs name last, a page of the web, or the file of a similar name.
func (c *invocation) missing(err error) error {
	failed, ok := errors.AsType[*fs.PathError](err)
	if !ok || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	path := failed.Path
	switch {
	case strings.HasPrefix(path, "http:/") || strings.HasPrefix(path, "https:/"):
		return usagef("%s is not a file: curl -sSL %s | toolspeak %s …", path, path, c.Name)
	case address.MatchString(path):
		return usagef("%s is not a file: download it first, or pipe it into toolspeak %s", path, c.Name)
	case path == "":
		return usagef("the name of a file is empty: name a file, or - for standard input")
	case strings.HasPrefix(path, "–") || strings.HasPrefix(path, "—"):
		return usagef("%s begins with another dash than flags do: type --%s", path, strings.TrimLeft(path, "–—-"))
	case strings.HasPrefix(path, "~/"):
		return &missingError{fmt.Sprintf("can't read %s: there is no such file; the shell replaces ~ only outside quotes", path)}
	case len(c.files) > 1 && path == c.files[len(c.files)-1] && find(c.known, "output") != nil:
		return &missingError{fmt.Sprintf("can't read %s: there is no such file; -o %s would write it", path, path)}
	case len(c.files) == 2 && path == c.files[1] && (c.Name == "show" || c.Name == "masks") && strings.Trim(path, "0123456789") == "":
		return usagef("%s is not a file: toolspeak %s %s:%s is that record", path, c.Name, c.files[0], path)
	case slices.ContainsFunc(c.files, func(f string) bool { return f == path || strings.HasPrefix(f, path+":") }), // show FILE:N
		find(c.known, "beside") != nil && path == c.String("beside"):
		return &missingError{fmt.Sprintf("can't read %s: there is no such file%s", path, similar(path))}
	}
	return err
}

// similar names the file of a similar name next to one that is not there, if there is one.
func similar(path string) string {
	entries, _ := os.ReadDir(filepath.Dir(path)) // without it there is no advice
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if best := nearest(filepath.Base(path), names); best != "" {
		return "; did you mean " + filepath.Join(filepath.Dir(path), best) + "?"
	}
	return ""
}

// missingError says that a file is not there.
type missingError struct{ text string }

// Error says which, and what may have been meant.
func (e *missingError) Error() string { return e.text }

// Unwrap returns fs.ErrNotExist.
func (e *missingError) Unwrap() error { return fs.ErrNotExist }
