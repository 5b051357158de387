package jinja

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// FromJSON returns the value of a JSON text, with the order of its keys. Of several equal
// keys the last counts, as in Python.
func FromJSON(text []byte) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := decode(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more stands behind the JSON value")
	}
	return v, nil
}

// Fill renders a template with the members of a value that can be written as a JSON object.
// Nothing is escaped but by the filter e, and there are no limits: the template is trusted.
func (t *Template) Fill(object any) (string, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return "", err
	}
	values, err := FromJSON(text)
	if err != nil {
		return "", err
	}
	out, _, err := t.Render(values.(*Dict), Options{Limits: Limits{Steps: math.MaxInt, Bytes: math.MaxInt}})
	return out, err
}

// decode reads a value.
func decode(d *json.Decoder, deep int) (Value, error) {
	if deep > depth {
		return nil, fmt.Errorf("the JSON value nests more than %d deep", depth)
	}
	t, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("the text is not JSON: %w", err)
	}
	switch t := t.(type) {
	case json.Number:
		return decodeNumber(t.String())
	case json.Delim:
		if t == '{' {
			return decodeDict(d, deep)
		}
		l := &List{}
		for d.More() {
			v, err := decode(d, deep+1)
			if err != nil {
				return nil, err
			}
			l.Items = append(l.Items, v)
		}
		_, err := d.Token()
		return l, err
	}
	return t, nil
}

// decodeDict reads the rest of an object.
func decodeDict(d *json.Decoder, deep int) (Value, error) {
	out := NewDict(4)
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("the text is not JSON: %w", err)
		}
		v, err := decode(d, deep+1)
		if err != nil {
			return nil, err
		}
		out.Set(k.(string), v)
	}
	_, err := d.Token()
	return out, err
}

// decodeNumber reads a number as Python does: without point and exponent it is an integer.
func decodeNumber(s string) (Value, error) {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return i, nil
	}
	if !strings.ContainsAny(s, ".eE") {
		if b, ok := new(big.Int).SetString(s, 10); ok && len(s) < 4300 {
			return b, nil
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && f == 0 {
		return nil, fmt.Errorf("%s is no number: %w", s, err)
	}
	return f, nil
}

// ToJSON returns a value as JSON, spaced as Python's json.dumps does. The error says which
// value can't be JSON.
func ToJSON(v Value) (text []byte, err error) {
	r := &run{options: Options{Limits: usual}}
	defer catch(&err, nil)
	return []byte(r.toJSON(v, &arguments{}).(string)), nil
}

// Equal reports whether two values are equal as Python says.
func Equal(a, b Value) bool {
	r := &run{options: Options{Limits: usual}}
	var err error
	equal := false
	func() {
		defer catch(&err, nil)
		equal = r.equal(a, b, 0)
	}()
	return equal && err == nil
}
