package ir

import (
	"fmt"
	"slices"
	"strings"
)

// nameOf returns the name of a value, or a number where it has none.
func nameOf[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, uint8(v))
}

// marshalName returns the name of a value for JSON.
func marshalName[T ~uint8](names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("%T(%d) has no name", v, uint8(v))
	}
	return []byte(names[v]), nil
}

// parseName returns the value that has a name.
func parseName[T ~uint8](names []string, what, name string) (T, error) {
	k := slices.Index(names, name)
	if k < 0 {
		return 0, fmt.Errorf("unknown %s %q: known are %s", what, name, strings.Join(names, ", "))
	}
	return T(k), nil
}

// unmarshalName sets a value to that of a name in JSON.
func unmarshalName[T ~uint8](names []string, what string, text []byte, v *T) (err error) {
	*v, err = parseName[T](names, what, string(text))
	return err
}

// ParseRole returns the role of that name. Layouts know more names.
func ParseRole(name string) (Role, error) { return parseName[Role](roleNames[:], "role", name) }

// String returns the role's name in a chat message: user, assistant, system or
// tool.
func (r Role) String() string { return nameOf(roleNames[:], r) }

// MarshalText returns the role's name.
func (r Role) MarshalText() ([]byte, error) { return marshalName(roleNames[:], r) }

// UnmarshalText takes a role's name.
func (r *Role) UnmarshalText(text []byte) error {
	return unmarshalName(roleNames[:], "role", text, r)
}

// String returns the kind's name in the neutral document.
func (k Kind) String() string { return nameOf(kindNames[:], k) }

// MarshalText returns the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return marshalName(kindNames[:], k) }

// UnmarshalText takes a kind's name.
func (k *Kind) UnmarshalText(text []byte) error {
	return unmarshalName(kindNames[:], "kind", text, k)
}

// String returns the meaning's name in the neutral document, which is empty for
// NoSentence.
func (s FixedSentence) String() string { return nameOf(sentenceNames[:], s) }

// MarshalText returns the meaning's name.
func (s FixedSentence) MarshalText() ([]byte, error) { return marshalName(sentenceNames[:], s) }

// UnmarshalText takes a meaning's name.
func (s *FixedSentence) UnmarshalText(text []byte) error {
	return unmarshalName(sentenceNames[:], "meaning of a fixed sentence", text, s)
}

var outcomeNames = [...]string{"unknown", "success", "failure"}

// String returns the outcome's name: unknown, success or failure.
func (o Outcome) String() string { return nameOf(outcomeNames[:], o) }

// MarshalText returns the outcome's name.
func (o Outcome) MarshalText() ([]byte, error) { return marshalName(outcomeNames[:], o) }

// UnmarshalText takes an outcome's name.
func (o *Outcome) UnmarshalText(text []byte) error {
	return unmarshalName(outcomeNames[:], "outcome", text, o)
}

// String returns the form's name: json, python, text or broken.
func (f Form) String() string { return nameOf(formNames[:], f) }
