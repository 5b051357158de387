package jsonx

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAppendMember(t *testing.T) {
	object := AppendMember([]byte{'{'}, "a", []byte("[1]"))
	object = append(AppendMember(object, `b"<`, []byte("{}")), '}')
	require.Equal(t, `{"a": [1], "b\"<": {}}`, string(object))
	require.Equal(t, "[]", string(List(nil)))
	require.Equal(t, "[1, 2]", string(List([][]byte{[]byte("1"), []byte("2")})))
}

// What is in strings stays as it is.
func TestSpaced(t *testing.T) {
	for value, want := range map[string]string{
		"{\n  \"a, b:\\\"\": [1,\r\n\t2],\n\"c\" :{}\n}": `{"a, b:\"": [1, 2], "c": {}}`,
		`{"a":  1}`: `{"a":  1}`,
		"\n[ ]":     "[]",
	} {
		require.Equal(t, want, string(Spaced([]byte(value))))
	}
}
