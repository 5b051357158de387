package layouts

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCarry(t *testing.T) {
	for _, record := range []string{
		`{}`, ` { "a" : 1 } `, `{"messages": [], "id": {"toolspeak": 1}}`, "{\n  \"messages\": []\n}\n",
		`{"toolspeak": 1, "steps": []}`, `{"toolspeak": 2, "steps": [], "record": {"id": 7}}`,
	} {
		with, ok := AddCarry([]byte(record), "a \"text\"\nof é")
		assert.True(t, ok, record)
		_, again := AddCarry(with, "x")
		assert.False(t, again, string(with))
		without, text, ok := TakeCarry(with)
		assert.True(t, ok, string(with))
		assert.Equal(t, record, string(without))
		assert.Equal(t, "a \"text\"\nof é", text)
	}
}

func TestCarryElsewhere(t *testing.T) {
	for _, c := range [][2]string{
		{`{"toolspeak": "x", "id": 1}`, `{"id": 1}`},
		{`{"toolspeak": "x"}`, `{}`},
		{`{"id": 1, "toolspeak": "x", "messages": []}`, `{"id": 1, "messages": []}`},
		{`{"record": {"toolspeak": "x"}, "toolspeak": 1}`, `{"toolspeak": 1}`},
	} {
		without, text, ok := TakeCarry([]byte(c[0]))
		assert.True(t, ok, c[0])
		assert.Equal(t, c[1], string(without))
		assert.Equal(t, "x", text)
	}
}

func TestNoCarry(t *testing.T) {
	for _, record := range []string{
		``, `[]`, `"x"`, `{`, `{"id": 1}`, `{"toolspeak": 1}`, `{"toolspeak": {}, "record": []}`, `{"toolspeak": "x", "toolspeak": "y"}`,
	} {
		without, _, ok := TakeCarry([]byte(record))
		assert.False(t, ok, record)
		assert.Equal(t, record, string(without))
	}
	for _, record := range []string{`[]`, `"x"`, `{"toolspeak": "x"}`, `{"toolspeak": 1, "record": 3}`} {
		_, ok := AddCarry([]byte(record), "x")
		assert.False(t, ok, record)
	}
}
