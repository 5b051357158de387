package ir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// diagnosticJSON is a Diagnostic as the command writes it.
type diagnosticJSON struct {
	Severity  Severity `json:"severity"`
	Code      Code     `json:"code"`
	Message   int      `json:"message"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	EndLine   int      `json:"end_line,omitzero"`
	EndColumn int      `json:"end_column,omitzero"`
	Text      string   `json:"text"`
	Fields    Fields   `json:"fields,omitzero"`
	Counted   bool     `json:"counted,omitzero"`
}

// MarshalJSON writes the diagnostic as the command does: severity, code, message,
// line, column, text and, where they are known, end_line, end_column and fields;
// counted means that it stands for several.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // who embeds it in a page escapes it there
	err := e.Encode(diagnosticJSON{
		d.Severity, d.Code, d.Message, d.Pos.Line, d.Pos.Column, d.End.Line, d.End.Column, d.Text(), d.Fields, d.Counted,
	})
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (d *Diagnostic) UnmarshalJSON(b []byte) error {
	j := diagnosticJSON{Severity: Note}
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	if !slices.Contains(severities, j.Severity) {
		return fmt.Errorf("unknown severity %q: known are %q", j.Severity, severities)
	}
	*d = Diagnostic{
		Code: j.Code, Severity: j.Severity, Message: j.Message, Pos: Place{j.Line, j.Column}, End: Place{j.EndLine, j.EndColumn},
		Fields: j.Fields, Counted: j.Counted, spoken: asText, words: j.Text,
	}
	if d.Counted {
		d.spoken, d.words = asTemplate, ""
	}
	return nil
}

// MarshalJSON writes the text as a JSON string.
func (t Text) MarshalJSON() ([]byte, error) {
	return append(t.AppendJSON([]byte{'"'}, false), '"'), nil
}

// UnmarshalJSON takes what a JSON string says.
func (t *Text) UnmarshalJSON(b []byte) error {
	switch {
	case string(b) == "null":
		return nil // as package json asks for
	case len(b) < 2 || b[0] != '"':
		return fmt.Errorf("expected a string, found %.20s", b)
	case !utf8.Valid(b):
		return errors.New("the string is not UTF-8")
	}
	*t = Text{B: jsonx.AppendUnquoted(nil, b[1:len(b)-1])}
	return nil
}

// UnmarshalJSON reads a message of texts. One that says something elsewhere, such as
// native tool calls, a refusal or reasoning, is an error: a Message has no place for it,
// and package dataset reads it. So is one without a role.
func (m *Message) UnmarshalJSON(b []byte) error {
	type texts Message // without methods
	var read texts
	var more map[string]json.RawMessage
	if err := json.Unmarshal(b, &read); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &more); err != nil {
		return err
	}
	_, texted := more["content"]
	for _, key := range slices.Sorted(maps.Keys(more)) {
		value := string(more[key])
		switch {
		case slices.Contains([]string{"role", "content"}, key), slices.Contains([]string{"null", "[]", "{}", `""`}, value):
		case !texted, value[0] == '[', value[0] == '{', slices.Contains([]string{"refusal", "reasoning_content", "reasoning", "thinking"}, key):
			return fmt.Errorf("the message has %q, for which a Message has no place: read native tool calls and other layouts with package dataset", key)
		}
	}
	if _, ok := more["role"]; !ok && more != nil {
		return errors.New(`the message has no "role"`)
	}
	*m = Message(read)
	return nil
}

// MarshalJSON writes the step as a neutral document holds it. Its position in the
// source is not part of it.
func (s Step) MarshalJSON() ([]byte, error) {
	var w documentWriter
	w.step(&s)
	return w.dst, nil
}

// UnmarshalJSON reads a step of a neutral document. A step without a message is in
// message 0.
func (s *Step) UnmarshalJSON(b []byte) error {
	doc := append([]byte(`{"toolspeak": 2, "steps": [`), b...)
	t, _, err := ParseDocument(append(doc, "]}"...))
	switch {
	case err != nil:
		return err
	case len(t.Steps) != 1:
		return documentError("expected one step, found %d", len(t.Steps))
	}
	*s = t.Steps[0]
	return nil
}

// MarshalJSON writes the transcript as a neutral document.
func (t Transcript) MarshalJSON() ([]byte, error) { return AppendDocument(nil, &t, nil, false), nil }

// UnmarshalJSON reads a neutral document. What it has under "record" is left out.
func (t *Transcript) UnmarshalJSON(b []byte) error {
	read, _, err := ParseDocument(bytes.Clone(b))
	if err == nil {
		*t = read
	}
	return err
}
