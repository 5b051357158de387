package prompts

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/styles"
)

// isFormat reports whether a text is about the format: it names a marker, a tag or a key of
// it, or the format itself.
func (r *Reading) isFormat(s string) bool {
	if r.frame != nil {
		return r.frame.names(s) || isStart(s)
	}
	f := r.by.facts(s)
	if f.strong || f.start || slices.ContainsFunc(f.mentions, func(n uint64) bool { return n != 0 }) {
		return true
	}
	if f.namesFormat {
		return true
	}
	if r.partNames == nil {
		r.partNames = partNames(r.Style)
	}
	return slices.ContainsFunc(r.partNames, func(name string) bool { return namesPart(s, name) })
}

// formatNames are how prompts speak of the format as a whole.
var formatNames = []string{"this format", "the above format", "the same format", "this exact format", "the exact format", "the format above", "opening and closing tags", "json blob", "json_blob", "kwargs", "do not do this {"}

// namesFormat reports whether a text has a name of the format, after which it does not go on to
// say what has this format.
func namesFormat(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(formatNames, func(name string) bool {
		for rest := s; ; {
			_, after, ok := strings.Cut(rest, name)
			if !ok {
				return false
			}
			if !strings.HasPrefix(strings.TrimLeft(after, " "), ":") || strings.TrimSpace(after) == ":" {
				return true
			}
			rest = after
		}
	})
}

// partNames are the words that name the parts of a style: its markers without their colons,
// its tags, and the keys of its object.
func partNames(s *styles.Style) []string {
	var out []string
	for _, m := range []string{s.Marker.Thought, s.Marker.Call, s.Marker.Input, s.Marker.Result, s.Marker.Answer, s.Marker.Outcome} {
		out = append(out, strings.TrimSuffix(m, ":"))
	}
	if s.InElements() {
		out = append(out, "XML", "<"+s.Tag.Call+">", "</"+s.Tag.Call+">", "<"+s.Tag.Name+">", "<"+s.Tag.Output+">")
	}
	if s.HoldsJSON() {
		out = append(out, `"`+s.NameKey()+`"`, `"`+s.ArgumentsKey()+`"`)
		if strings.Contains(s.ArgumentsKey(), "_") {
			out = append(out, s.ArgumentsKey())
		}
	}
	return slices.DeleteFunc(out, func(name string) bool { return strings.Trim(name, `"</>`) == "" })
}

// namesPart reports whether a text has a name as a word of its own, but not as its first: any
// sentence begins with a capital letter.
func namesPart(s, name string) bool {
	first := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	for from := 0; ; {
		k := strings.Index(s[from:], name)
		if k < 0 {
			return false
		}
		at, end := from+k, from+k+len(name)
		from = end
		word := !isLetter(name[0]) || (at == 0 || !isWordByte(s[at-1])) && (end == len(s) || !isWordByte(s[end]))
		if word && (at > first || !isLetter(name[0])) {
			return true
		}
	}
}

func isWordByte(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

// leads reports whether a sentence leads to what follows it: an example, a list, or the format.
func leads(s string) bool {
	s = strings.TrimRight(s, " \t\r\n*_")
	ends := func(word string) bool { return strings.HasSuffix(s, word) }
	return slices.ContainsFunc([]string{":", "some examples.", " such as", " like this", " as follows"}, ends) || strings.HasPrefix(s, "Question:") || slices.ContainsFunc(followingNames, func(name string) bool { return strings.Contains(s, name) })
}

// followingNames are how prompts speak of a format that follows.
var followingNames = []string{"following format", "following template", "following structure", "format below", "template below"}
