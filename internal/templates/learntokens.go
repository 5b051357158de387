package templates

import (
	"regexp"
	"strings"
)

// tokenPattern finds the tokens of a text: special ones whole, words, and else characters.
var tokenPattern = regexp.MustCompile(`\]<\][a-z]+\[>\[|</?[^<>\s"=]+>|\[/?[A-Z_]{3,}\]|[\p{L}\p{N}_▁✿]+|(?s:.)`)

func tokensOf(s string) []string { return tokenPattern.FindAllString(s, -1) }

// commonTokens returns how many bytes two texts have in common at their beginnings, in whole
// tokens.
func commonTokens(a, b string) (n int) {
	x, y := tokensOf(a), tokensOf(b)
	for i := 0; i < len(x) && i < len(y) && x[i] == y[i]; i++ {
		n += len(x[i])
	}
	return n
}

// header returns how many bytes of text the other begins with, too, up to the end of a special
// token, of a word or of white space. White space may differ.
func header(text, other string) (n int) {
	x, y := tokensOf(text), tokensOf(other)
	at, i, k := 0, 0, 0
	var ends []int // of the tokens that are the same
	for i < len(x) && k < len(y) {
		switch {
		case x[i] == y[k] || isSpace(x[i]) && isSpace(y[k]):
			at += len(x[i])
			ends = append(ends, at)
			i, k = i+1, k+1
			continue
		case isSpace(x[i]):
			at += len(x[i])
			i++
			continue
		case isSpace(y[k]):
			k++
			continue
		}
		i = len(x)
	}
	if ends == nil {
		return 0
	}
	n = ends[len(ends)-1]
	rest := text[n:]
	if rest != "" && !wordPattern.MatchString(rest[:1]) {
		return n
	}
	same := tokensOf(text[:n]) // a name follows: what leads to it is of the call
	for k := len(same); k > 0 && isPunctuation(same[k-1]); k-- {
		n -= len(same[k-1])
		if k > 1 && same[k-1] == "=" && wordPattern.MatchString(same[k-2][:1]) {
			return n - len(same[k-2])
		}
	}
	return n
}

func isSpace(token string) bool { return strings.TrimSpace(token) == "" }

func isPunctuation(token string) bool { return strings.Contains("=\"'(:>.", token) && token != "" }

// withoutEnd returns a text without the end of another that it begins with: where the longest
// one ends that begins with a token.
func withoutEnd(text, other string) string {
	tokens := tokensOf(other)
	for i := range tokens {
		if rest, ok := strings.CutPrefix(text, strings.Join(tokens[i:], "")); ok {
			return rest
		}
	}
	return text
}

// commonTokensBack returns how many bytes two texts have in common at their ends, in whole
// tokens.
func commonTokensBack(a, b string) (n int) {
	x, y := tokensOf(a), tokensOf(b)
	for i := 1; i <= len(x) && i <= len(y) && x[len(x)-i] == y[len(y)-i]; i++ {
		n += len(x[len(x)-i])
	}
	return n
}
