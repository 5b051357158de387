package cli

import (
	"errors"
	"fmt"
	"io/fs"
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

// unknownName says that there is no style, layout, code or command of a name: first
// what may have been meant, and on the next lines what there is.
func unknownName(what, name string, known []string) error {
	text := fmt.Sprintf("unknown %s %q", what, name)
	if what == "style" && layouts.IsShape(name) {
		text = fmt.Sprintf("%s can't be the target", name)
	}
	if hint := nearName(what, name, known); hint != "" {
		text += ": " + hint
	}
	return &usageError{text, fmt.Sprintf("known %ss: %s", what, strings.Join(known, ", "))}
}

// nearName says what was meant by a name, or nothing.
func nearName(what, name string, known []string) string {
	lower := strings.ToLower(name)
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
	if best := nearest(lower, known); best != "" {
		return "did you mean " + best + "?"
	}
	return ""
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

// missing says what may have been meant by a file that is not there: the result, which
// other programs name last, or a page of the web.
func (c *invocation) missing(err error) error {
	failed, ok := errors.AsType[*fs.PathError](err)
	if !ok || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	path := failed.Path
	switch {
	case strings.HasPrefix(path, "http:/") || strings.HasPrefix(path, "https:/"):
		return usagef("%s is not a file: curl -sSL %s | toolspeak %s …", path, path, c.Name)
	case len(c.files) > 1 && path == c.files[len(c.files)-1] && find(c.known, "output") != nil:
		return &missingError{fmt.Sprintf("can't read %s: there is no such file; -o %s would write it", path, path)}
	case len(c.files) == 2 && path == c.files[1] && (c.Name == "show" || c.Name == "masks") && strings.Trim(path, "0123456789") == "":
		return usagef("%s is not a file: toolspeak %s %s:%s is that record", path, c.Name, c.files[0], path)
	case slices.ContainsFunc(c.files, func(f string) bool { return f == path || strings.HasPrefix(f, path+":") }), // show FILE:N
		find(c.known, "beside") != nil && path == c.String("beside"):
		return &missingError{fmt.Sprintf("can't read %s: there is no such file", path)}
	}
	return err
}

// missingError says that a file is not there.
type missingError struct{ text string }

// Error says which, and what may have been meant.
func (e *missingError) Error() string { return e.text }

// Unwrap returns fs.ErrNotExist.
func (e *missingError) Unwrap() error { return fs.ErrNotExist }
