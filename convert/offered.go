package convert

import "github.com/toolspeak/toolspeak/prompts"

// offers reads the tool lists of prompts before it is known what becomes of them.
var offers = prompts.New()

// OfferedTools returns the definitions of tools in texts that may be prompts, as an array in
// OpenAI's form, or nil where there are none.
func OfferedTools(texts ...string) []byte {
	var all prompts.ToolList
	for _, text := range texts {
		all.Tools = append(all.Tools, offers.Offered(text)...)
	}
	if all.Tools == nil {
		return nil
	}
	return all.OpenAI()
}
