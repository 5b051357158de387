package tokens

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/dlclark/regexp2"
)

// splitter appends the parts of a word.
type splitter func(dst []string, word string) []string

// gpt2 is the pattern by which a ByteLevel pre-tokenizer splits.
const gpt2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// addSplitter adds what splits a text into words.
func (t *Tokenizer) addSplitter(p *part) error {
	if p == nil {
		return nil
	}
	switch p.Type {
	case "Sequence":
		for i := range p.Pretokenizers {
			if err := t.addSplitter(&p.Pretokenizers[i]); err != nil {
				return err
			}
		}
	case "ByteLevel":
		if p.AddPrefixSpace {
			t.normalize = append(t.normalize, func(s string) string {
				if strings.HasPrefix(s, " ") {
					return s
				}
				return " " + s
			})
		}
		t.bytes = true
		if p.UseRegex == nil || *p.UseRegex {
			return t.addPattern(gpt2, "Isolated", false)
		}
	case "Split":
		if p.Pattern.Regex == "" {
			p.Pattern.Regex = regexp.QuoteMeta(p.Pattern.String)
		}
		return t.addPattern(p.Pattern.Regex, p.Behavior, p.Invert)
	case "Digits":
		pattern := `\p{N}+`
		if p.IndividualDigits {
			pattern = `\p{N}`
		}
		return t.addPattern(pattern, "Isolated", false)
	case "Metaspace":
		t.unless = true
		t.spaces, t.prefix = true, p.PrependScheme != "never" && (p.PrependScheme != "" || p.AddPrefixSpace)
		if p.Split == nil || *p.Split {
			return t.addPattern(space, "MergedWithNext", false)
		}
	case "WhitespaceSplit":
		return t.addPattern(`\s+`, "Removed", false)
	default:
		return fmt.Errorf("its pre-tokenizer %q is not known", p.Type)
	}
	return nil
}

// addPattern adds a split at what matches a pattern.
func (t *Tokenizer) addPattern(pattern, behavior string, invert bool) error {
	pattern = strings.ReplaceAll(pattern, `\p{Han}`, `\p{IsHan}`)
	re, err := regexp2.Compile(strings.ReplaceAll(pattern, `\p{IsHan}`, `\p{Han}`), regexp2.None)
	if err != nil {
		return fmt.Errorf("its pre-tokenizer splits by a pattern that can't be read: %w", err)
	}
	kept := map[string]kept{"Isolated": isolated, "Removed": removed, "MergedWithNext": withNext, "MergedWithPrevious": withPrevious}
	k, ok := kept[behavior]
	if !ok {
		return fmt.Errorf("its pre-tokenizer splits %q, which is not known", behavior)
	}
	if invert && k != removed && k != isolated {
		return errors.New("its pre-tokenizer splits at what does not match, which is not known with " + behavior)
	}
	t.split = append(t.split, func(dst []string, word string) []string { return parts(dst, word, re, k, invert) })
	return nil
}

// kept says where what a text is split at goes.
type kept int

const (
	isolated kept = iota
	removed
	withNext
	withPrevious
)

// parts appends the parts of a word.
func parts(dst []string, word string, re *regexp2.Regexp, k kept, invert bool) []string {
	runes := []rune(word)
	offsets := make([]int, 0, len(runes)+1) // in bytes, which for broken text differ
	for i := range word {
		offsets = append(offsets, i)
	}
	offsets = append(offsets, len(word))
	from, at := 0, 0 // where the part at hand begins, and what is cut up to
	put := func(a, b int) {
		if a < b {
			dst = append(dst, word[a:b])
		}
	}
	for m, err := re.FindRunesMatch(runes); m != nil && err == nil; m, err = re.FindNextMatch(m) {
		start, end := offsets[m.Index], offsets[m.Index+m.Length]
		switch {
		case k == isolated:
			put(at, start)
			put(start, end)
			from = end
		case k == removed && invert:
			put(start, end)
			from = end
		case k == removed:
			put(at, start)
			from = end
		case k == withNext:
			put(from, start)
			from = start
		default:
			put(from, end)
			from = end
		}
		at = end
	}
	if !(k == removed && invert) {
		put(from, len(word))
	}
	return dst
}

// byteRunes are the characters by which byte-level tokenizers write bytes.
var byteRunes = func() (list [256]string) {
	next := rune(256)
	for b := range 256 {
		r := rune(b)
		if !(b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE) {
			r = next
			next++
		}
		list[b] = string(r)
	}
	return list
}()

// bytesAsRunes writes each byte of a word as its character.
func bytesAsRunes(word string) string {
	plain := true
	for i := 0; i < len(word) && plain; i++ {
		plain = word[i] > ' ' && word[i] < 0x7F
	}
	if plain {
		return word
	}
	var b strings.Builder
	b.Grow(2 * len(word))
	for i := range len(word) {
		b.WriteString(byteRunes[word[i]])
	}
	return b.String()
}
