// Package templates writes conversations as the chat template of a model does: it finds
// the template in a file, finds out by rendering which messages it expects, renders, and
// reads back what was rendered.
package templates

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
)

// Source is what a file says: its templates by name, and the values that they see, such as
// bos_token.
type Source struct {
	// Templates are by name; a single one has the name "default".
	Templates map[string]string
	Values    *jinja.Dict
	// Response is the description of the model's answers that the file has under
	// response_template, as JSON, or nil.
	Response []byte
}

// mostBytes is how much of a file is read that is no GGUF.
const mostBytes = 64 << 20

// Read reads the templates of a file: chat_template.jinja, tokenizer_config.json,
// chat_template.json or a model in GGUF; or of a directory with such files. Next to a
// template, tokenizer_config.json says the special tokens.
func Read(path string) (*Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("can't read the template: %w", err)
	}
	s := &Source{Templates: map[string]string{}, Values: jinja.NewDict(4)}
	if info.IsDir() {
		found := false
		for _, name := range []string{"tokenizer_config.json", "chat_template.json", "chat_template.jinja"} {
			file := filepath.Join(path, name)
			if _, err := os.Stat(file); err != nil {
				continue
			}
			if err := s.add(file); err != nil && !errors.Is(err, errNone) {
				return nil, err
			}
			found = found || len(s.Templates) > 0 || s.Response != nil
		}
		if !found {
			return nil, fmt.Errorf("%s has no chat template: expected chat_template.jinja, or tokenizer_config.json with chat_template", path)
		}
		return s, nil
	}
	if config := filepath.Join(filepath.Dir(path), "tokenizer_config.json"); filepath.Base(path) != "tokenizer_config.json" {
		if _, err := os.Stat(config); err == nil {
			if err := s.add(config); err != nil && !errors.Is(err, errNone) {
				return nil, err
			}
			s.Templates = map[string]string{}
		}
	}
	if err := s.add(path); err != nil {
		return nil, err
	}
	return s, nil
}

// errNone says that a file has no template.
var errNone = errors.New("it has no chat_template")

// add reads one file.
func (s *Source) add(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("can't read the template: %w", err)
	}
	defer f.Close()
	head := make([]byte, 4)
	n, _ := f.ReadAt(head, 0)
	if string(head[:n]) == "GGUF" {
		if err := s.gguf(f); err != nil {
			return fmt.Errorf("can't read the template of %s: %w", path, err)
		}
		return nil
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("can't read the template: %w", err)
	case info.Size() > mostBytes:
		return fmt.Errorf("%s is no template: it is longer than 64 MB", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("can't read the template: %w", err)
	}
	if trimmed := bytes.TrimSpace(text); !strings.HasSuffix(path, ".json") && !(bytes.HasPrefix(trimmed, []byte(`{"`)) || bytes.HasPrefix(trimmed, []byte("{\n"))) {
		s.Templates["default"] = string(text)
		return nil
	}
	if err := s.config(text); err != nil {
		return fmt.Errorf("can't read the template of %s: %w", path, err)
	}
	return nil
}

// config reads a tokenizer's configuration.
func (s *Source) config(text []byte) error {
	v, err := jinja.FromJSON(text)
	if err != nil {
		return err
	}
	config, ok := v.(*jinja.Dict)
	if !ok {
		return errors.New("expected a JSON object")
	}
	for key, v := range config.All() {
		name, _ := key.(string)
		switch {
		case name == "chat_template":
			s.named(v)
		case strings.HasSuffix(name, "_token"):
			if token, ok := tokenText(v); ok {
				s.Values.Set(name, token)
			}
		case name == "response_template" || name == "response_schema":
			if s.Response, err = jinja.ToJSON(v); err != nil {
				return err
			}
		}
	}
	if len(s.Templates) == 0 && s.Response == nil {
		return errNone
	}
	return nil
}

// named adds a template, or a list of templates with names.
func (s *Source) named(v jinja.Value) {
	switch v := v.(type) {
	case string:
		s.Templates["default"] = v
	case *jinja.List:
		for _, item := range v.Items {
			if d, ok := item.(*jinja.Dict); ok {
				name, _ := d.Get("name")
				text, _ := d.Get("template")
				n, ok1 := name.(string)
				t, ok2 := text.(string)
				if ok1 && ok2 {
					s.Templates[n] = t
				}
			}
		}
	case *jinja.Dict:
		for name, text := range v.All() {
			n, ok1 := name.(string)
			t, ok2 := text.(string)
			if ok1 && ok2 {
				s.Templates[n] = t
			}
		}
	}
}

// tokenText returns the text of a special token, which may be an object that has it under
// content.
func tokenText(v jinja.Value) (string, bool) {
	if d, ok := v.(*jinja.Dict); ok {
		v, _ = d.Get("content")
	}
	s, ok := v.(string)
	return s, ok
}
