package recall

import (
	"regexp"
	"strings"
)

// sighting is what a person sees in a transcript, by plain expressions that know
// nothing of the readers.
type sighting struct {
	calls                 []seenCall
	answers, observations []string
}

// seenCall is a call: the tool's name, and what its argument means. unclear means
// that the argument is too broken to say.
type seenCall struct {
	name, args string
	unclear    bool
}

// Of a coloured print only where a colour begins and where it ends is kept.
const (
	colourOn  = "\x01"
	colourOff = "\x02"
)

var (
	colours    = regexp.MustCompile("(?:\x1b\\[[0-9;]*m)+")
	colourEnds = regexp.MustCompile("^(?:\x1b\\[0?m)+")
	banners    = regexp.MustCompile("(?m)^\x01?[ \t]*(?:> ?Entering new .*?chain\\.*|> ?Finished (?:\\S+ )?chain\\.|> ?进入新的.*?链(?:\\.*|…)|> ?.*链。|> ?链结束。|> Running step .*|> Generated new reasoning step: |> Evaluation for input .*|> Got final response: .*|-{20,}$|--- Step \\d+ ---$)\x02?")
)

// grammar says how a source writes its steps.
type grammar struct {
	marks *regexp.Regexp
	// brackets: tool[argument]; words: the first word is the tool; objects: an
	// object with the tool and its argument.
	brackets, words, objects bool
}

// marksOf returns the expression of markers at line starts and where a colour
// begins. Each argument is a list of words for thoughts, calls, arguments, results
// and answers.
func marksOf(words ...string) *regexp.Regexp {
	for i, w := range words {
		if w == "" {
			words[i] = `\b\B`
		}
	}
	return regexp.MustCompile(`(?m)(?:^[ \t>*#]*|[` + colourOn + colourOff + `][ \t>*#]*)(?:(` + strings.Join(words, `)|(`) + `))(?: ?\d+)?[*]*[:：][*]*`)
}

// see returns what is seen in the texts of a transcript.
func (g *grammar) see(s *sample) (found sighting) {
	if s.flat != "" {
		g.seeText(&found, prepared(s.flat))
		return found
	}
	called, cued := false, false
	for _, m := range s.messages {
		switch {
		case m.Role == "assistant":
			before := len(found.calls)
			g.seeText(&found, prepared(m.Content))
			n := len(found.calls)
			called = n > before && found.calls[n-1].name != "finish"
			cued = called && strings.HasSuffix(strings.TrimSpace(m.Content), "\nObservation:")
		case m.Role != "user" || !called:
		case cued:
			found.observations[len(found.observations)-1] = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(m.Content), "\nThought:"))
		default:
			if at := g.marks.FindStringSubmatchIndex(m.Content); at != nil && at[0] == 0 && at[8] >= 0 {
				found.observations = append(found.observations, strings.TrimSpace(m.Content[at[1]:]))
			}
		}
	}
	for _, a := range s.alternatives {
		g.seeText(&found, prepared(a))
	}
	return found
}

// prepared returns a print with signs in place of its colours, without the lines
// that chains print, and without what was printed twice: as it came, and coloured.
func prepared(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = colours.ReplaceAllStringFunc(text, func(codes string) string {
		off := colourEnds.FindString(codes)
		switch {
		case off == "":
			return colourOn
		case off == codes:
			return colourOff
		}
		return colourOff + colourOn
	})
	text = banners.ReplaceAllStringFunc(text, func(line string) string {
		if strings.Contains(line, "chain.") || strings.Contains(line, "链") {
			return colourOff // what comes next is another's
		}
		return ""
	})
	parts := strings.Split(text, colourOn)
	for i := range parts {
		if said, after, ok := strings.Cut(parts[i], colourOff); ok && i > 0 {
			if again := strings.TrimSpace(after); len(again) > 20 && strings.HasSuffix(strings.TrimSpace(said), again) {
				parts[i] = said + colourOff
			}
		}
	}
	for i := 0; i+1 < len(parts); i++ {
		end, printed, _ := strings.Cut(parts[i], colourOff)
		if i == 0 && !strings.Contains(parts[0], colourOff) {
			end, printed = "", parts[0]
		}
		again, _, _ := strings.Cut(parts[i+1], colourOff)
		if again = strings.TrimSpace(again); again != "" && strings.HasSuffix(strings.TrimSpace(printed), again) && len(again) > 20 {
			printed = strings.TrimSuffix(strings.TrimSpace(printed), again)
			parts[i] = end + colourOff + printed
			if i == 0 {
				parts[i] = printed
			}
		}
	}
	return strings.Join(parts, colourOn)
}

// piece is a marker with its value.
type piece struct {
	kind  int // 0 thought, 1 call, 2 argument, 3 result, 4 answer
	value string
	// rest is what follows the value where its colour ended.
	rest string
}

func (g *grammar) seeText(found *sighting, text string) {
	if g.objects {
		g.seeObjects(found, text)
		return
	}
	pieces := g.pieces(text)
	for i := range pieces {
		p := &pieces[i]
		switch p.kind {
		case 1:
			g.seeCall(found, pieces[i:])
		case 3:
			if !strings.HasPrefix(p.value, "the result of the action") { // a prompt's own words
				found.observations = append(found.observations, p.value)
			}
		case 4:
			found.answers = append(found.answers, p.value)
		}
	}
}

// seeCall adds the call that the pieces begin with.
func (g *grammar) seeCall(found *sighting, pieces []piece) {
	p, args := &pieces[0], ""
	words := p.value
	switch {
	case g.brackets:
		open, end := strings.Index(words, "["), strings.LastIndex(words, "]")
		if open < 0 {
			return
		}
		if words, args = words[:open], words[open+1:max(end, open+1)]; end < open {
			args = p.value[open+1:]
		}
	case g.words:
		words, args, _ = strings.Cut(words, " ")
	case len(pieces) > 1 && pieces[1].kind == 2:
		p = &pieces[1]
		args = p.value
	default:
		words, args = inline(words)
	}
	if name := toolName(words); name != "" {
		found.calls = append(found.calls, seenCall{name: name, args: meaning(args)})
	}
	if p.rest != "" && p.kind != 1 {
		found.observations = append(found.observations, p.rest)
	}
}

// inline parts a call on one line, NAME(ARGUMENT) or NAME and a fence.
func inline(words string) (name, args string) {
	if at := strings.IndexAny(words, "(\n"); at > 0 {
		name, args = words[:at], strings.TrimSpace(words[at:])
		if strings.HasPrefix(args, "(") && strings.HasSuffix(args, ")") {
			args = args[1 : len(args)-1]
		}
		return name, args
	}
	return words, ""
}

// pieces cuts a text at its markers. A value ends at the next marker or where its
// colour does; a coloured result holds no markers.
func (g *grammar) pieces(text string) (out []piece) {
	for {
		at := g.marks.FindStringSubmatchIndex(text)
		if at == nil {
			return out
		}
		p := piece{}
		for p.kind = 0; at[2+2*p.kind] < 0; p.kind++ {
		}
		coloured := strings.Contains(text[at[0]:at[1]], colourOn)
		text = text[at[1]:]
		value := strings.TrimLeft(text, " \t\r\n")
		if p.kind == 3 && strings.HasPrefix(value, colourOff+colourOn) { // the model printed the marker
			value = value[1:]
		}
		if strings.HasPrefix(value, colourOn) && (p.kind == 3 || p.kind == 0) {
			value, coloured = value[1:], true
		}
		text = value
		end, next := len(text), g.marks.FindStringIndex(text)
		if next != nil && !(p.kind == 3 && coloured) {
			end = next[0]
		}
		if off := strings.IndexAny(text, colourOn+colourOff); off >= 0 && off < end {
			end = off
		}
		p.value, text = strings.TrimSpace(text[:end]), text[end:]
		p.rest = g.unmarked(text)
		out = append(out, p)
	}
}

// unmarked returns the coloured text that follows where a colour ended, without
// any marker.
func (g *grammar) unmarked(text string) string {
	text, ok := strings.CutPrefix(text, colourOff)
	if text = strings.TrimLeft(text, " \t\r\n"); !ok || !strings.HasPrefix(text, colourOn) {
		return ""
	}
	if at := g.marks.FindStringIndex(text); at != nil && at[0] == 0 {
		return ""
	}
	value, _, _ := strings.Cut(text[1:], colourOff)
	return strings.TrimSpace(value)
}

var (
	objectStart = regexp.MustCompile(`\{\{*\s*["']action(?:_input)?["']\s*:`)
	objectTool  = regexp.MustCompile(`["']action["']\s*:\s*["']([^"'\n]*)["']`)
)

// seeObjects adds the calls that are objects, and those with two markers between
// them.
func (g *grammar) seeObjects(found *sighting, text string) {
	for offset := 0; ; {
		m := objectStart.FindStringIndex(text[offset:])
		if m == nil {
			break
		}
		start := offset + m[0]
		value, end, ok := lenient(text, start)
		if !ok {
			end = offset + m[1]
			if tool := objectTool.FindStringSubmatch(text[start:min(len(text), start+600)]); tool != nil {
				if name := toolName(tool[1]); name != "" {
					found.calls = append(found.calls, seenCall{name: name, unclear: true})
				}
			}
		} else if object, _ := value.(map[string]any); object != nil {
			name, isText := object["action"].(string)
			switch {
			case isText && strings.EqualFold(name, "Final Answer"):
				found.answers = append(found.answers, strings.TrimSpace(shown(object["action_input"])))
			case isText && toolName(name) != "":
				found.calls = append(found.calls, seenCall{name: toolName(name), args: meaningOf(object["action_input"])})
			}
		}
		offset = max(end, start+1)
	}
	pieces := g.pieces(text)
	for i, p := range pieces {
		switch {
		case p.kind == 1 && p.value != "" && p.value[0] != '`' && p.value[0] != '{' && i+1 < len(pieces) && pieces[i+1].kind == 2:
			g.seeCall(found, pieces[i:])
		case p.kind == 3 && p.value != "":
			found.observations = append(found.observations, p.value)
		case p.kind == 4:
			found.answers = append(found.answers, p.value)
		}
	}
}
