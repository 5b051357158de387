package readers

import (
	"regexp"
	"strings"
)

// token is a token that is no content. With an end it is a header: there is a word in
// between.
type token struct {
	begin, end string
	whole      *regexp.Regexp
}

// tokenOf prepares a token of a page: a literal, or two with {name} in between.
func tokenOf(source string) token {
	begin, end, _ := strings.Cut(source, "{name}")
	return token{begin, end, regexp.MustCompile(regexp.QuoteMeta(begin) + `[^ \t\r\n<]*?` + regexp.QuoteMeta(end))}
}

// cut returns the text without the token.
func (k token) cut(t string) string {
	if k.begin == "" {
		return t
	}
	if k.end == "" {
		return strings.ReplaceAll(t, k.begin, "")
	}
	return k.whole.ReplaceAllLiteralString(t, "")
}

// find returns where the token is for the first time from offset i on, or -1.
func (k token) find(t string, i int) int {
	if found := k.whole.FindStringIndex(t[i:]); found != nil {
		return i + found[0]
	}
	return -1
}
