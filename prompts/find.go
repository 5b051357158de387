package prompts

import (
	"slices"
	"strings"
)

// found is a catalog in the middle of a prompt.
type found struct {
	catalog    Catalog
	start, end int
}

// findCatalog looks for the catalog of a prompt that no template matches: the
// first place at which one of the definite forms reads, or else a plain list
// behind a sentence that announces tools.
func (k *Known) findCatalog(prompt string) (found, bool) {
	in := newSource(prompt)
	best := found{start: len(prompt) + 1}
	keep := func(f found, ok bool) {
		if ok && f.start < best.start {
			best = f
		}
	}
	keep(findLabelled(in))
	keep(findMarked(in, "<"+xmlTools+">", readXML))
	keep(findJSON(in))
	keep(findArgs(in))
	if best.start <= len(prompt) {
		return best, true
	}
	return k.findAnnounced(in)
}

// findLabelled looks for lines labelled as tool names.
func findLabelled(in source) (found, bool) {
	prompt := in.s
	for _, l := range nameLabels {
		for from := 0; ; {
			k := strings.Index(prompt[from:], l)
			if k < 0 {
				break
			}
			k += from
			if k == 0 || prompt[k-1] == '\n' {
				if c, end, err := readToolLines(in.from(k)); err == nil {
					c.Form, c.source = FormToolLines, prompt[k:k+end]
					return found{c, k, k + end}, true
				}
			}
			from = k + len(l)
		}
	}
	return found{}, false
}

// findMarked looks for a text that a reader takes from where a mark stands. A
// bounded number of places is tried: a prompt has one catalog.
func findMarked(in source, mark string, read func(source) (Catalog, int, error)) (found, bool) {
	const most = 100
	prompt := in.s
	from := 0
	for range most {
		k := strings.Index(prompt[from:], mark)
		if k < 0 {
			break
		}
		k += from
		c, end, err := read(in.from(k))
		if err == nil && len(c.Tools) > 0 && described(c.Tools) {
			if c.Form == FormNone {
				c.Form = FormToolsXML
			}
			c.source = prompt[k : k+end]
			return found{c, k, k + end}, true
		}
		from = k + max(end, len(mark))
	}
	return found{}, false
}

// described tells whether the objects are definitions and not examples of calls
// that have a name.
func described(tools []Tool) bool {
	for i := range tools {
		if tools[i].Description == "" && tools[i].Parameters == nil {
			return false
		}
	}
	return true
}

// findJSON looks for an array or lines of definitions.
func findJSON(in source) (found, bool) {
	best := found{start: len(in.s) + 1}
	for _, open := range []string{"[{", "[\n", "[ {", "{\"", "{'", "{\n", "{ "} {
		read := readLines
		if open[0] == '[' {
			read = readArray
		}
		if f, ok := findMarked(in, open, read); ok && f.start < best.start {
			best = f
		}
	}
	return best, best.start <= len(in.s)
}

// findArgs looks for "name: description, args: {…}": its first line is the
// first of its paragraph that announces nothing.
func findArgs(in source) (found, bool) {
	prompt := in.s
	k := strings.Index(prompt, argsMark+"{")
	if k < 0 {
		return found{}, false
	}
	at := 0
	if p := strings.LastIndex(prompt[:k], "\n\n"); p >= 0 {
		at = p + 2
	}
	for ; at <= k; at = next(prompt, lineEnd(prompt, at)) {
		if line := prompt[at:lineEnd(prompt, at)]; announces(line) {
			continue
		}
		for _, l := range []*list{numbered, bullets, argsLines} {
			if c, end := l.withArgs(in.from(at)); end > 0 {
				c.source = prompt[at : at+end]
				return found{c, at, at + end}, true
			}
		}
	}
	return found{}, false
}

// announces tells whether a line says that tools follow.
func announces(line string) bool {
	line = strings.TrimRight(line, " \t\r*_")
	if !strings.HasSuffix(line, ":") {
		return false
	}
	low := strings.ToLower(line)
	if strings.Contains(low, "this tool") || strings.Contains(low, "this function") {
		return false // what follows is about one tool, such as rules for its use
	}
	return strings.Contains(low, "tool") || strings.Contains(low, "function") || strings.Contains(low, "apis")
}

// findAnnounced looks for a plain list in the paragraph behind a line that
// announces tools.
func (k *Known) findAnnounced(in source) (found, bool) {
	prompt := in.s
	tries := 16
	for at := 0; at < len(prompt) && tries > 0; {
		end := lineEnd(prompt, at)
		if announces(prompt[at:end]) {
			tries--
			if f, ok := k.listAt(in, end); ok {
				return f, true
			}
		}
		at = next(prompt, end)
		if end == len(prompt) {
			break
		}
	}
	return found{}, false
}

// listAt reads the paragraph that follows offset i as a list of tools.
func (k *Known) listAt(in source, i int) (found, bool) {
	prompt := in.s
	at := i + len(prompt[i:]) - len(strings.TrimLeft(prompt[i:], " \t\r\n"))
	end := len(prompt)
	if n := strings.Index(prompt[at:], "\n\n"); n >= 0 {
		end = at + n
	}
	body := strings.TrimRight(prompt[at:end], " \t\r\n")
	for _, l := range []*list{numbered, bullets, dash, argsLines} {
		c, n, err := l.read(in.to(at + len(body)).from(at))
		if err == nil && n == len(body) && len(c.Tools) > 0 && k.areTools(c.Tools) {
			c.Form, c.source = l.name, body
			return found{c, at, at + len(body)}, true
		}
	}
	return found{}, false
}

// noTools are words that begin lines of prose where a tool's name might stand.
var noTools = []string{"note", "notes", "important", "remember", "warning", "example", "examples", "tip", "rule", "rules", "hint", "question", "input", "output", "user", "human", "assistant", "system", "http", "https"}

// areTools tells whether what looks like a list of tools is neither a block of
// marker lines ("Action: the action to take") nor a remark ("Note: …").
func (k *Known) areTools(tools []Tool) bool {
	for i := range tools {
		if k.isMarkerName(tools[i].Name) || slices.Contains(noTools, strings.ToLower(tools[i].Name)) {
			return false
		}
	}
	return true
}
