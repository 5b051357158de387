package carry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Carry is what a record carries: how it comes back to what it was.
type Carry struct {
	// Home is the style or shape in which it was, and Via the one in which it is.
	Home string `json:"home"`
	Via  string `json:"via"`
	// Options are those that the conversion had, apart from its defaults.
	Options map[string]string `json:"options,omitempty"`
	// Self means that the base of the patch is the record itself, and not what the way
	// back makes of it: then it is for this record alone, whose digest is Base.
	Self bool   `json:"self,omitempty"`
	Base string `json:"base,omitempty"`
	// Sum is the digest of the record that it was.
	Sum   string `json:"sum"`
	Patch *Patch `json:"patch"`
}

// MaxOptions is how many options a carry may name.
const MaxOptions = 16

// String returns the carry as JSON.
func (c *Carry) String() string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return "" // there is nothing in it that JSON can't hold
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte{'\n'}))
}

// Parse reads what String wrote. Anyone may have written it: the error says what is
// wrong with it.
func Parse(text string) (*Carry, error) {
	c := new(Carry)
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("it is none of ours: %w", err)
	}
	switch {
	case d.More():
		return nil, errors.New("something follows it")
	case c.Home == "" || c.Via == "" || c.Patch == nil:
		return nil, errors.New("it lacks home, via or patch")
	case len(c.Options) > MaxOptions:
		return nil, fmt.Errorf("it has %d options", len(c.Options))
	case c.Patch.Respell != nil && !c.Patch.Respell.valid():
		return nil, errors.New("its spacing is not white space")
	}
	before := -1
	for i := range c.Patch.Parts {
		p := &c.Patch.Parts[i]
		if p.Block <= before || p.Tokens < 0 {
			return nil, errors.New("its parts are not in order")
		}
		before = p.Block
	}
	return c, nil
}

// MarshalJSON writes a list: most of a carry are hunks, and names would be longer
// than they.
func (h Hunk) MarshalJSON() ([]byte, error) { return list(h.At, h.Len, h.Anchor, h.New) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (h *Hunk) UnmarshalJSON(b []byte) error { return unlist(b, &h.At, &h.Len, &h.Anchor, &h.New) }

// MarshalJSON writes a list, as that of Hunk does.
func (p Part) MarshalJSON() ([]byte, error) { return list(p.Block, p.Tokens, p.Digest, p.Hunks) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Part) UnmarshalJSON(b []byte) error {
	return unlist(b, &p.Block, &p.Tokens, &p.Digest, &p.Hunks)
}

// MarshalJSON writes a list, as that of Hunk does.
func (p Patch) MarshalJSON() ([]byte, error) { return list(p.Blocks, p.Respell, p.Parts) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Patch) UnmarshalJSON(b []byte) error { return unlist(b, &p.Blocks, &p.Respell, &p.Parts) }

// MarshalJSON writes a list, as that of Hunk does.
func (s Spacing) MarshalJSON() ([]byte, error) {
	if !s.Lines {
		return list(s.Comma, s.Colon)
	}
	return list(s.Comma, s.Colon, s.Indent, s.Base)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Spacing) UnmarshalJSON(b []byte) error {
	var short [2]string
	if err := unlist(b, &short[0], &short[1]); err == nil {
		s.Comma, s.Colon = short[0], short[1]
		return nil
	}
	s.Lines = true
	return unlist(b, &s.Comma, &s.Colon, &s.Indent, &s.Base)
}

func list(values ...any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(values)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

func unlist(b []byte, values ...any) error {
	var raw []json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	if len(raw) != len(values) {
		return fmt.Errorf("expected a list of %d, found %d", len(values), len(raw))
	}
	for i, v := range values {
		if err := json.Unmarshal(raw[i], v); err != nil {
			return err
		}
	}
	return nil
}
