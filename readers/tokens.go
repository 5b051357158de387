package readers

import "strings"

// token is a token that is no content. With an end it is a header: there is a word in
// between.
type token struct{ begin, end string }

// tokenOf prepares a token of a page: a literal, or two with {name} in between.
func tokenOf(source string) token {
	begin, end, _ := strings.Cut(source, "{name}")
	return token{begin, end}
}

// cut returns the text without the token.
func (k token) cut(t string) string {
	if k.begin == "" {
		return t
	}
	if k.end == "" {
		return strings.ReplaceAll(t, k.begin, "")
	}
	var b strings.Builder
	for {
		i := strings.Index(t, k.begin)
		if i < 0 {
			break
		}
		after := t[i+len(k.begin):]
		n := strings.Index(after, k.end)
		if n < 0 {
			break
		}
		if strings.ContainsAny(after[:n], " \t\r\n<") {
			b.WriteString(t[:i+len(k.begin)])
			t = after
			continue
		}
		b.WriteString(t[:i])
		t = after[n+len(k.end):]
	}
	b.WriteString(t)
	return b.String()
}

// find returns where the token is for the first time from offset i on, or -1.
func (k token) find(t string, i int) int {
	for {
		n := strings.Index(t[i:], k.begin)
		if n < 0 {
			return -1
		}
		after := i + n + len(k.begin)
		end := strings.Index(t[after:], k.end)
		if end < 0 {
			return -1
		}
		if !strings.ContainsAny(t[after:after+end], " \t\r\n<") {
			return i + n
		}
		i = after
	}
}
