package styles

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/toolspeak/toolspeak/internal/page"
)

// MaxFile is how long a style file may be, in bytes.
const MaxFile = 1 << 20

// FileError says what is wrong in a style file, and where.
type FileError struct {
	// File is the name that the file was given to Parse with.
	File string
	// Line counts from 1.
	Line int
	// Text says what was found and what was expected.
	Text string
	// Err is the error of the TOML reader, where it is one.
	Err error
}

// Error names the place and the fault.
func (e *FileError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// Unwrap returns the error of the TOML reader.
func (e *FileError) Unwrap() error { return e.Err }

// Parse reads a style file: the page of the style in TOML, which may use the page of a
// built-in one, or a file in the keys of an older version. name is what errors call the file.
// The error of a file that holds no style that can be read and written is a *FileError.
//
// Parse does not know which names are taken: [With] does.
func Parse(file []byte, name string) (*Style, error) {
	fail := func(line int, format string, args ...any) error {
		return &FileError{File: name, Line: line, Text: fmt.Sprintf(format, args...)}
	}
	file = bytes.TrimPrefix(file, []byte("\uFEFF")) // editors of Windows begin files so
	if len(file) > MaxFile {
		return nil, fail(1, "the file has %d bytes: a style file has at most %d", len(file), MaxFile)
	}
	if !utf8.Valid(file) {
		return nil, fail(1, "the file is not UTF-8")
	}
	if !pageKeys.Match(file) {
		return parseFormer(file, name)
	}
	p, err := page.Parse(file, builtinPage)
	if err != nil {
		e := &FileError{File: name, Line: 1, Text: err.Error()}
		if fault := (*page.Error)(nil); errors.As(err, &fault) {
			e.Line, e.Text, e.Err = fault.Line, fault.Text, fault.Err
		}
		return nil, e
	}
	s, key, wrong := compile(p)
	if wrong != "" {
		return nil, fail(page.LineOf(file, key), "%s", wrong)
	}
	s.place = fmt.Sprintf("%s:%d", name, page.LineOf(file, "name"))
	return s, nil
}

// pageKeys finds a key that every page has, and no file in the former keys.
var pageKeys = regexp.MustCompile(`(?m)^[ \t]*(anchor|use)[ \t]*=`)

// parseFormer reads a style file in the keys of an older version.
func parseFormer(file []byte, name string) (*Style, error) {
	fail := func(line int, format string, args ...any) error {
		return &FileError{File: name, Line: line, Text: fmt.Sprintf(format, args...)}
	}
	values, at, line, err := readTOML(file)
	if err != nil {
		text := "not TOML: " + err.Error()
		if unknown := (*longKeyError)(nil); errors.As(err, &unknown) {
			text = unknown.Error()
		}
		return nil, &FileError{File: name, Line: line, Text: text, Err: err}
	}
	s := &former{}
	if old, now := renamed(values, at); old != "" {
		return nil, fail(at.line(old), "%s is the former name of %s, which is there, too: leave one out", old, now)
	}
	if key, text := s.set(values); text != "" {
		return nil, fail(at.line(key), "%s", text)
	}
	if key, text := s.fault(); text != "" {
		return nil, fail(at.line(key), "%s", text)
	}
	made := newStyle(s.pageOf())
	made.place, made.former = fmt.Sprintf("%s:%d", name, at.line("name")), true
	return made, nil
}

// sentences is the table of the fixed sentences.
const sentences = "fixed_sentence"

// formerNames are keys and tables with the names that they had before, which are read
// as well.
var formerNames = [][2]string{{"neighbour", "variant"}, {"stock", sentences}}

// renamed gives keys their present names, in the values and in the places. It returns
// one that a file has under both names, or nothing.
func renamed(values map[string]any, at places) (old, now string) {
	for _, names := range formerNames {
		old, now := names[0], names[1]
		v, ok := values[old]
		if !ok {
			continue
		}
		if _, both := values[now]; both {
			return old, now
		}
		values[now] = v
		delete(values, old)
		at.rename(old, now)
	}
	return "", ""
}

// set fills the style from the values of a file. Of a value that fits no field
// it returns the key and what is wrong with it.
func (s *former) set(values map[string]any) (key, wrong string) {
	fields := s.fields()
	known := map[string]bool{"tag": true, sentences: true}
	for _, table := range []string{"tag", sentences} {
		if v, ok := values[table]; ok {
			if _, ok := v.(map[string]any); !ok {
				return table, fmt.Sprintf("%s is %s: expected a table [%s]", table, kindOf(v), table)
			}
		}
	}
	for i := range fields {
		f := &fields[i]
		in := values
		if f.table != "" {
			in, _ = values[f.table].(map[string]any)
		}
		known[f.id()] = true
		v, ok := in[f.key]
		if !ok {
			continue
		}
		if wrong := f.take(v); wrong != "" {
			return f.id(), wrong
		}
	}
	return unknownKey(values, "", known)
}

// unknownKey returns the first key, by the alphabet, that no field has.
func unknownKey(values map[string]any, table string, known map[string]bool) (key, wrong string) {
	var keys []string
	for k := range values {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		id := table + k
		if !known[id] {
			return id, unknownWords(id, table)
		}
		if inner, ok := values[k].(map[string]any); ok {
			if key, wrong := unknownKey(inner, k+".", known); wrong != "" {
				return key, wrong
			}
		}
	}
	return "", ""
}

// unknownWords says that no field has a key, and which keys its table has.
func unknownWords(id, table string) string {
	return fmt.Sprintf("unknown key %q: expected one of %s", id, strings.Join(keysOf(table), ", "))
}

// keysOf returns the keys of a table, or those outside any.
func keysOf(table string) []string {
	var out []string
	for _, f := range (&former{}).fields() {
		if f.table == strings.TrimSuffix(table, ".") {
			out = append(out, f.key)
		}
	}
	if table == "" {
		out = append(out, "[tag]", "["+sentences+"]")
	}
	return out
}

// take sets the field to a value of a file, or says why it can't be.
func (f *field) take(v any) (wrong string) {
	word, isText := v.(string)
	yes, isFlag := v.(bool)
	switch {
	case f.flag != nil && isFlag:
		*f.flag = yes
	case f.flag != nil:
		return fmt.Sprintf("%s is %s: expected true or false", f.id(), kindOf(v))
	case !isText:
		return fmt.Sprintf("%s is %s: expected a string", f.id(), kindOf(v))
	case f.text != nil:
		*f.text = word
	default:
		k := slices.Index(f.words, word)
		if k < 0 {
			return fmt.Sprintf("%s is %q: expected one of %s", f.id(), word, strings.Join(f.words, ", "))
		}
		*f.enum = uint8(k)
	}
	return ""
}

// kindOf names the type of a TOML value.
func kindOf(v any) string {
	switch v := v.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case map[string]any:
		return "a table"
	case unstable.Kind:
		switch v {
		case unstable.Integer, unstable.Float:
			return "a number"
		case unstable.Array:
			return "a list"
		}
	}
	return "a date"
}

// TOML returns the style as a style file: [Parse] makes the same style of it.
func (s *Style) TOML() []byte { return s.Page.TOML() }
