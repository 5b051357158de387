package jinja

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pad fills a text up to a width: on the left for 1, on the right for -1, else on both sides.
func (r *run) pad(v Value, a *arguments, side int) Value {
	s, _ := str(v)
	x := a.bind("center", 1, "width", "fillchar")
	fill := " "
	if given(x[1]) {
		fill = r.textArg(x[1])
	}
	n := intArg(x[0]) - r.length(v)
	if n <= 0 {
		return s
	}
	left := n
	switch side {
	case -1:
		left = 0
	case 0:
		left = n/2 + n&intArg(x[0])&1
	}
	return r.repeat(fill, left) + s + r.repeat(fill, n-left)
}

func zfill(r *run, v Value, a *arguments) Value {
	s, _ := str(v)
	n := intArg(a.bind("zfill", 1, "width")[0]) - r.length(v)
	if n <= 0 {
		return s
	}
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		return s[:1] + r.repeat("0", n) + s[1:]
	}
	return r.repeat("0", n) + s
}

func expandTabs(s string) string {
	var b strings.Builder
	col := 0
	for _, c := range s {
		switch c {
		case '\t':
			n := 8 - col%8
			b.WriteString(strings.Repeat(" ", n))
			col += n
			continue
		case '\n', '\r':
			col = -1
		}
		col++
		b.WriteRune(c)
	}
	return b.String()
}

// capitalize returns a text with a first great letter and small letters behind it.
func capitalize(s string) string {
	c, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToTitle(c)) + strings.ToLower(s[n:])
}

// titleCase returns a text in which each word begins with a great letter.
func titleCase(s string) string {
	var b strings.Builder
	inWord := false
	for _, c := range s {
		letter := unicode.IsLetter(c)
		switch {
		case letter && inWord:
			c = unicode.ToLower(c)
		case letter:
			c = unicode.ToTitle(c)
		}
		inWord = letter
		b.WriteRune(c)
	}
	return b.String()
}

func swapCase(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsUpper(c) {
			return unicode.ToLower(c)
		}
		return unicode.ToUpper(c)
	}, s)
}
