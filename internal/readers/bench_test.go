package readers_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// cleanRecord returns a conversation of about 4 KB with three calls, as the style
// writes it, in the spelling of a JSON string.
func cleanRecord(style string) *ir.Conversation {
	thought, args := "The table of the harbour has the depth of each berth; I look it up.", `{"berth": 7, "tide": "low", "date": "2024-03-01"}`
	result := strings.Repeat("Berth 7 lies at the north pier and has 4.5 m of water at low tide.\n\"Seal\" is moored there — until noon.\n", 11)
	call := "Thought: " + thought + "\nAction: depth_of\nAction Input: " + args
	observation, answer := "Observation: "+result, "Thought: "+thought+"\nAnswer: It has 4.5 m of water."
	if style == "xml" {
		call = thought + "\n\n<tool_use>\n  <name>depth_of</name>\n  <arguments>" + args + "</arguments>\n</tool_use>"
		observation = "<tool_use_result>\n  <name>depth_of</name>\n  <result>" + result + "</result>\n</tool_use_result>"
		answer = thought + "\n\n<answer>\nIt has 4.5 m of water.\n</answer>"
	}
	c := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("How deep is it?")}}}
	for range 3 {
		c.Messages = append(c.Messages, ir.Message{Role: ir.RoleAssistant, Content: ir.Plain(call)}, ir.Message{Role: ir.RoleUser, Content: ir.Plain(observation)})
	}
	c.Messages = append(c.Messages, ir.Message{Role: ir.RoleAssistant, Content: ir.Plain(answer)})
	return c
}

// BenchmarkClean reads a record without any fault strictly and with recovery,
// which has nothing to do there.
func BenchmarkClean(b *testing.B) {
	for _, name := range []string{"react", "xml"} {
		style, err := grammar.Find(grammar.All(), name)
		require.NoError(b, err)
		var scratch readers.Scratch
		for _, level := range []struct {
			name string
			read func(c *ir.Conversation) (readers.Result, error)
		}{
			{"strict", func(c *ir.Conversation) (readers.Result, error) { return readers.Read(style, c) }},
			{"safe", func(c *ir.Conversation) (readers.Result, error) {
				return readers.RecoverWith(style, c, readers.Options{Scratch: &scratch})
			}},
			{"all", func(c *ir.Conversation) (readers.Result, error) {
				return readers.RecoverWith(style, c, readers.Options{Guess: true, Scratch: &scratch})
			}},
		} {
			b.Run("style="+name+"/repair="+level.name, func(b *testing.B) {
				c := cleanRecord(name)
				size := 0
				for i := range c.Messages {
					size += c.Messages[i].Content.Len()
				}
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					res, err := level.read(c)
					if err != nil || len(res.Diagnostics) > 0 {
						b.Fatal(err, res.Diagnostics)
					}
				}
			})
		}
	}
}
