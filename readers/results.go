package readers

import "strings"

// Results reads the results of tools in a message of the user, in the format's own wrapper.
// It returns false where the text is anything else, and where the format has no wrapper.
func (r *Reader) Results(text string) ([]string, bool) {
	if len(r.result) < 3 || r.result[0].hole != "" {
		return nil, false
	}
	open, close := &r.result[0], &r.result[len(r.result)-1]
	var results []string
	for at := skipSpace(text, 0); at < len(text); {
		start := open.at(text, at)
		if start < 0 {
			return nil, false
		}
		if strings.HasPrefix(text[start:], open.after) {
			start += len(open.after)
		}
		end, after := r.resultEnd(text, start, open, close)
		if end < 0 {
			return nil, false
		}
		results = append(results, strings.TrimSuffix(text[start:max(start, end)], close.before))
		at = skipSpace(text, after)
	}
	return results, results != nil
}

// resultEnd returns where a result ends, and the offset after what closes it: the first
// closer that only the end or another result follows. A result may hold the others.
func (r *Reader) resultEnd(text string, start int, open, close *part) (end, after int) {
	for at := start; ; {
		end, after = close.find(text, at)
		if end < 0 {
			return -1, -1
		}
		next := skipSpace(text, after)
		if next == len(text) || open.at(text, next) >= 0 {
			return end, after
		}
		at = after
	}
}
