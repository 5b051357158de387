// Package tokens counts the tokens of texts as the tokenizers of models do: it reads
// tokenizer.json, with BPE and Unigram, or estimates by characters.
package tokens

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Counter counts the tokens of texts. It is safe for concurrent use.
type Counter interface {
	// Count returns how many tokens a text has.
	Count(text string) int
	// Name says how they are counted, for people.
	Name() string
}

// PerChars returns a counter that estimates: so many characters are a token.
func PerChars(chars float64) (Counter, error) {
	if !(chars > 0) || math.IsInf(chars, 1) {
		return nil, fmt.Errorf("%v characters per token: expected a number above 0, such as 3.5", chars)
	}
	return perChars(chars), nil
}

type perChars float64

func (p perChars) Count(text string) int {
	return int(math.Ceil(float64(utf8.RuneCountInString(text)) / float64(p)))
}

func (p perChars) Name() string { return fmt.Sprintf("%v characters per token", float64(p)) }

// Tokenizer is that of a model.
type Tokenizer struct {
	name      string
	added     addedTokens
	normalize []func(string) string
	split     []splitter
	spaces    bool // a space is ▁
	prefix    bool // a text begins with ▁ that is not in it
	unless    bool // but where it begins with a space
	bytes     bool // texts are bytes, each written as a character
	model     model
	cache     *wordCache
}

// model cuts a word into tokens, and returns their lengths in bytes.
type model interface {
	cut(word string) []int
}

// file is what tokenizer.json says.
type file struct {
	AddedTokens []struct {
		Content        string
		Lstrip, Rstrip bool
	} `json:"added_tokens"`
	Normalizer   *part
	PreTokenizer *part `json:"pre_tokenizer"`
	Model        json.RawMessage
}

// part is a normalizer or a pre-tokenizer.
type part struct {
	Type                     string
	Normalizers, Pretokenize []part
	Pretokenizers            []part
	Pattern                  struct{ String, Regex string }
	Content, Prepend         string
	Behavior                 string
	Invert                   bool
	AddPrefixSpace           bool   `json:"add_prefix_space"`
	UseRegex                 *bool  `json:"use_regex"`
	PrependScheme            string `json:"prepend_scheme"`
	Split                    *bool
	IndividualDigits         bool `json:"individual_digits"`
}

// Open reads a tokenizer.json. The error says what of it is not known.
func Open(path string) (*Tokenizer, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("can't read the tokenizer: %w", err)
	}
	t, err := Read(text)
	if err != nil {
		return nil, fmt.Errorf("can't use the tokenizer of %s: %w", path, err)
	}
	t.name = path
	return t, nil
}

// Read reads the text of a tokenizer.json.
func Read(text []byte) (*Tokenizer, error) {
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("it is no tokenizer.json: %w", err)
	}
	if f.Model == nil {
		return nil, errors.New("it is no tokenizer.json: expected a key \"model\"")
	}
	t := &Tokenizer{name: "tokenizer.json", cache: newWordCache()}
	for _, a := range f.AddedTokens {
		t.added.add(a.Content, a.Lstrip, a.Rstrip)
	}
	t.added.sort()
	if err := t.addNormalizer(f.Normalizer); err != nil {
		return nil, err
	}
	if err := t.addSplitter(f.PreTokenizer); err != nil {
		return nil, err
	}
	var err error
	t.model, err = readModel(f.Model)
	return t, err
}

// Name returns the path of the file.
func (t *Tokenizer) Name() string { return t.name }

// addNormalizer adds what changes a text before it is cut.
func (t *Tokenizer) addNormalizer(p *part) error {
	if p == nil {
		return nil
	}
	switch p.Type {
	case "Sequence":
		for i := range p.Normalizers {
			if err := t.addNormalizer(&p.Normalizers[i]); err != nil {
				return err
			}
		}
	case "NFC":
		t.normalize = append(t.normalize, norm.NFC.String)
	case "NFKC":
		t.normalize = append(t.normalize, norm.NFKC.String)
	case "NFD":
		t.normalize = append(t.normalize, norm.NFD.String)
	case "NFKD":
		t.normalize = append(t.normalize, norm.NFKD.String)
	case "Lowercase":
		t.normalize = append(t.normalize, strings.ToLower)
	case "Prepend":
		if p.Prepend != "▁" {
			return fmt.Errorf("its normalizer prepends %q, which is not known", p.Prepend)
		}
		t.prefix = true
	case "Replace":
		if p.Pattern.String == "" {
			return errors.New("its normalizer replaces a pattern, which is not known")
		}
		if p.Pattern.String == " " && p.Content == "▁" {
			t.spaces = true
			return nil
		}
		from, to := p.Pattern.String, p.Content
		t.normalize = append(t.normalize, func(s string) string { return strings.ReplaceAll(s, from, to) })
	default:
		return fmt.Errorf("its normalizer %q is not known", p.Type)
	}
	return nil
}

// Count returns how many tokens a text has, without those that begin and end a sequence.
func (t *Tokenizer) Count(text string) (n int) {
	t.each(text, func(lengths []int) { n += len(lengths) })
	return n
}

// Cut returns the lengths of the tokens of a text in bytes: together they are its length. It
// reports false where the tokenizer changes the text first.
func (t *Tokenizer) Cut(text string) (lengths []int, ok bool) {
	sum := 0
	t.each(text, func(list []int) {
		for _, n := range list {
			lengths = append(lengths, n)
			sum += n
		}
	})
	return lengths, sum == len(text)
}

// each calls f with the lengths of the tokens of each word.
func (t *Tokenizer) each(text string, f func(lengths []int)) {
	for text != "" {
		at, length := t.added.next(text)
		t.plain(text[:at], f)
		if length > 0 {
			f([]int{length})
		}
		text = text[at+length:]
	}
}

// plain cuts a text without added tokens.
func (t *Tokenizer) plain(text string, f func(lengths []int)) {
	if text == "" {
		return
	}
	for _, n := range t.normalize {
		text = n(text)
	}
	words, prefixed := []string{text}, false
	if t.spaces {
		text = strings.ReplaceAll(text, " ", space)
		if prefixed = t.prefix && !(t.unless && strings.HasPrefix(text, space)); prefixed {
			text = space + text
		}
		words = []string{text}
	}
	for _, s := range t.split {
		var next []string
		for _, w := range words {
			next = s(next, w)
		}
		words = next
	}
	for i, w := range words {
		f(t.word(w, i == 0 && prefixed))
	}
}

const space = "▁"

// word returns the lengths of the tokens of a word in bytes of the text. prefixed means that
// it begins with a space that is not in the text.
func (t *Tokenizer) word(w string, prefixed bool) []int {
	lengths := t.cache.get(w, func() []int {
		key := w
		if t.bytes {
			key = bytesAsRunes(w)
		}
		return t.inText(key, t.model.cut(key))
	})
	if !prefixed || len(lengths) == 0 {
		return lengths
	}
	lengths = append([]int(nil), lengths...)
	lengths[0]--
	return lengths
}

// inText turns lengths in what the model sees into lengths in the text.
func (t *Tokenizer) inText(seen string, lengths []int) []int {
	if !t.bytes && !t.spaces {
		return lengths
	}
	for i, at := 0, 0; i < len(lengths); i++ {
		piece := seen[at : at+lengths[i]]
		at += lengths[i]
		if t.bytes {
			lengths[i] = utf8.RuneCountInString(piece)
		} else {
			lengths[i] -= 2 * strings.Count(piece, space) // three bytes for one
		}
	}
	return lengths
}
