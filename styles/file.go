package styles

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
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

// Parse reads a style file: TOML with the fields of a Style by their names, in
// lower case with underscores, the tables tag and stock for TagNames and the
// fixed sentences. name is what errors call the file. The error of a file that
// holds no style that can be read and written is a *FileError.
//
// Parse does not know which names are taken: [With] does.
func Parse(file []byte, name string) (*Style, error) {
	fail := func(line int, format string, args ...any) error {
		return &FileError{File: name, Line: line, Text: fmt.Sprintf(format, args...)}
	}
	if len(file) > MaxFile {
		return nil, fail(1, "the file has %d bytes: a style file has at most %d", len(file), MaxFile)
	}
	if !utf8.Valid(file) {
		return nil, fail(1, "the file is not UTF-8")
	}
	var values map[string]any
	if _, err := toml.Decode(string(file), &values); err != nil {
		line, text := 1, err.Error()
		if at := (toml.ParseError{}); errors.As(err, &at) {
			line, text = at.Position.Line, at.Message
			if text == "" {
				text = strings.TrimPrefix(err.Error(), "toml: ")
			}
		}
		return nil, &FileError{File: name, Line: line, Text: "not TOML: " + text, Err: err}
	}
	s := &Style{}
	if key, text := s.set(values); text != "" {
		return nil, fail(lineOf(file, key), "%s", text)
	}
	if key, text := s.fault(); text != "" {
		return nil, fail(lineOf(file, key), "%s", text)
	}
	s.place = fmt.Sprintf("%s:%d", name, lineOf(file, "name"))
	return s.built(), nil
}

// set fills the style from the values of a file. Of a value that fits no field
// it returns the key and what is wrong with it.
func (s *Style) set(values map[string]any) (key, wrong string) {
	fields := s.fields()
	known := map[string]bool{"tag": true, "stock": true}
	for _, table := range []string{"tag", "stock"} {
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
			return id, fmt.Sprintf("unknown key %q: expected one of %s", id, strings.Join(keysOf(table), ", "))
		}
		if inner, ok := values[k].(map[string]any); ok {
			if key, wrong := unknownKey(inner, k+".", known); wrong != "" {
				return key, wrong
			}
		}
	}
	return "", ""
}

// keysOf returns the keys of a table, or those outside any.
func keysOf(table string) []string {
	var out []string
	for _, f := range (&Style{}).fields() {
		if f.table == strings.TrimSuffix(table, ".") {
			out = append(out, f.key)
		}
	}
	if table == "" {
		out = append(out, "[tag]", "[stock]")
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
	switch v.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case map[string]any:
		return "a table"
	case []any, []map[string]any:
		return "a list"
	}
	return "a date"
}

// lineOf returns the line of a style file that sets a key such as "answer" or
// "tag.call", else that of its table, else the first.
func lineOf(file []byte, id string) int {
	inTable, key, ok := strings.Cut(id, ".")
	if !ok {
		inTable, key = "", id
	}
	line, current, tableLine := 0, "", 1
	for text := range bytes.Lines(file) {
		line++
		words := strings.TrimSpace(string(text))
		if head, ok := strings.CutPrefix(words, "["); ok {
			current, _, _ = strings.Cut(head, "]")
			current = strings.Trim(current, " \t\"'[")
			if current == inTable && inTable != "" || current == key && inTable == "" {
				tableLine = line
			}
			continue
		}
		left, _, ok := strings.Cut(words, "=")
		if !ok {
			continue
		}
		left = strings.NewReplacer(`"`, "", "'", "", " ", "", "\t", "").Replace(left)
		switch {
		case current == inTable && left == key, current == "" && left == id:
			return line
		case current == "" && left == inTable && inTable != "":
			tableLine = line
		}
	}
	return tableLine
}

// TOML returns the style as a style file: [Parse] makes the same style of it.
func (s *Style) TOML() []byte {
	var b bytes.Buffer
	table := ""
	fields := s.fields()
	for i := range fields {
		f := &fields[i]
		if !f.isSet() && f.enum == nil || !f.shared && f.family != s.Family {
			continue
		}
		if f.table != table {
			fmt.Fprintf(&b, "\n[%s]\n", f.table)
			table = f.table
		}
		// A string, a truth and a word can always be marshalled.
		line, _ := toml.Marshal(map[string]any{f.key: f.value()})
		b.Write(line)
	}
	return b.Bytes()
}
