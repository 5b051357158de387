package dialects

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// boxTop is before the title of a box or a rule, and boxEnd is the end of a box.
const boxTop, boxEnd = "\u2500", "\u2502"

// control is a code of a terminal: a colour, or a movement.
var control = regexp.MustCompile(`\x1b\[([0-9;?]*)([A-Za-z])`)

// screen returns the lines that a text leaves on a terminal, without colours. What a box holds has
// no box, and its words are on one line again where the box broke it.
func screen(shown []byte) (lines []string) {
	var rows [][]byte
	row := 0
	put := func(words string) {
		for i, part := range strings.Split(words, "\n") {
			if i > 0 {
				row++
			}
			for row >= len(rows) {
				rows = append(rows, nil)
			}
			if k := strings.LastIndexByte(part, '\r'); k >= 0 && k < len(part)-1 {
				rows[row], part = nil, part[k+1:]
			}
			rows[row] = append(rows[row], strings.TrimSuffix(part, "\r")...)
		}
	}
	words, last := string(shown), 0
	for _, at := range control.FindAllStringSubmatchIndex(words, -1) {
		put(words[last:at[0]])
		last = at[1]
		switch n, _ := strconv.Atoi(words[at[2]:at[3]]); words[at[4]] {
		case 'A':
			row = max(0, row-max(n, 1))
		case 'K':
			if row < len(rows) {
				rows[row] = nil
			}
		}
	}
	put(words[last:])
	lines = make([]string, len(rows))
	for i, words := range rows {
		lines[i] = string(words)
	}
	return unboxed(lines)
}

// unboxed takes the boxes off lines.
func unboxed(rows []string) (lines []string) {
	for i := 0; i < len(rows); i++ {
		words := strings.TrimSpace(rows[i])
		top := strings.IndexAny(words, "╭┌┏╔")
		if last, _ := utf8.DecodeLastRuneInString(words); top >= 0 && strings.ContainsRune("╮┐┓╗", last) {
			if top > 0 {
				lines = append(lines, strings.TrimSpace(words[:top])+boxTop)
			}
			lines = append(lines, boxTop+title(words[top:]))
			end := i + 1
			for end < len(rows) && strings.ContainsAny(firstRune(rows[end]), "│┃║") {
				end++
			}
			lines = append(append(lines, inner(rows[i+1:end])...), boxEnd)
			if i = end; i < len(rows) && !strings.ContainsAny(firstRune(rows[i]), "╰└┗╚") {
				i--
			}
			continue
		}
		if k := strings.Index(words, "───"); k < 0 || strings.Trim(words[k:], "─━ ") != "" && !isTitled(words) {
			if !isTitled(words) {
				lines = append(lines, rows[i])
				continue
			}
		}
		at := strings.IndexAny(words, "─━")
		if at > 0 {
			lines = append(lines, strings.TrimSpace(words[:at])+boxTop)
		}
		lines = append(lines, boxTop+title(words[at:]))
	}
	return lines
}

// isTitled reports whether a line ends in a rule, after a title or whatever.
func isTitled(words string) bool {
	return strings.HasSuffix(words, "───") || strings.HasSuffix(words, "━━━")
}

func firstRune(row string) string {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(row))
	return string(r)
}

// title returns the words in a rule.
func title(rule string) string {
	return strings.TrimFunc(rule, func(r rune) bool { return r == ' ' || 0x2500 <= r && r <= 0x257f })
}

// inner returns the words of a box's rows.
func inner(rows []string) (lines []string) {
	width, pad := 0, 1<<10
	bare := make([]string, len(rows))
	for i, row := range rows {
		row = strings.TrimSpace(row)
		row = strings.TrimFunc(row, func(r rune) bool { return strings.ContainsRune("│┃║", r) })
		width = max(width, columns(row))
		bare[i] = strings.TrimRight(row, " ")
		if bare[i] != "" {
			pad = min(pad, len(bare[i])-len(strings.TrimLeft(bare[i], " ")))
		}
	}
	room := width - 2*pad // for words
	var line strings.Builder
	for i, words := range bare {
		words = words[min(pad, len(words)):]
		first, _, _ := strings.Cut(words, " ")
		switch {
		case i == 0:
		case words == "" || bare[i-1] == "" || columns(bare[i-1])-pad+1+columns(first) <= room:
			lines = append(lines, line.String())
			line.Reset()
		case columns(bare[i-1])-pad < room || columns(lastWord(bare[i-1]))+columns(first) <= room: // else a word that is longer than a line
			line.WriteByte(' ')
		}
		line.WriteString(words)
	}
	return append(lines, line.String())
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// columns returns how wide a text is on a terminal.
func columns(s string) (n int) {
	for _, r := range s {
		if n++; r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff) {
			n++
		}
	}
	return n
}
