package layouts

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// ShapeRule is what those who take a shape ask of a record: a server, a validator, a
// trainer.
type ShapeRule struct {
	// Shape is the name of the shape, and Code what a record is reported with that
	// breaks the rule.
	Shape string
	Code  ir.Code
	// Asks says what is asked, and Source where that is written.
	Asks, Source string

	check check
}

// Where the rules are written.
const (
	openAPI     = "https://github.com/openai/openai-openapi"
	openAIPairs = "https://github.com/BerriAI/litellm/issues/10083"
	openAIIDs   = "https://github.com/vercel/ai/issues/5171"
	rigPairs    = "https://platform.openai.com/docs/guides/function-calling"
	claudeNames = "https://github.com/home-assistant/core/issues/147760"
	claudeIDs   = "https://github.com/maximhq/bifrost/issues/5097"
	claudePairs = "https://github.com/anthropics/claude-code/issues/5060"
	geminiPairs = "https://github.com/google-gemini/gemini-cli/issues/4217"
	geminiNames = "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/FunctionDeclaration"
	factory     = "https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/data/converter.py"
	swiftRoles  = "https://github.com/modelscope/ms-swift/blob/main/swift/dataset/preprocessor/core.py"
	harbor      = "https://github.com/laude-institute/harbor/tree/main/src/harbor/models/trajectories"
	adpSchema   = "https://github.com/neulab/agent-data-protocol/tree/main/schema"
)

// shapeRules are the rules of all shapes.
var shapeRules = [...]ShapeRule{
	{"openai", ir.CodeNameRefused, "a tool's name is at most 64 letters, digits, _ and -", openAPI, names(64, "_-")},
	{"openai", ir.CodeIDRefused, "each call has an id, of at most 40 characters", openAIIDs, ids(40, true, "")},
	{"openai", ir.CodeIDRepeated, "the calls of a message have different ids", openAIPairs, distinct},
	{"openai", ir.CodeIDUnknown, "a result has the id of a call before it", openAIPairs, known},
	{"openai", ir.CodeResultMissing, "each call has a result before any other message", openAIPairs, answered},
	{"openai", ir.CodeResultLate, "results follow the message of their calls", openAIPairs, prompt},
	{"openai", ir.CodeArgsRefused, "arguments are a JSON object in a string", openAPI, objectArgs},

	{"responses", ir.CodeNameRefused, "a tool's name is at most 64 letters, digits, _ and -", openAPI, names(64, "_-")},
	{"responses", ir.CodeIDRefused, "each call has a call_id, of at most 64 characters", openAPI, ids(64, true, "")},
	{"responses", ir.CodeIDRepeated, "calls have different ids", rigPairs, distinct},
	{"responses", ir.CodeIDUnknown, "an output has the call_id of a call before it", rigPairs, known},
	{"responses", ir.CodeResultMissing, "each call has its output", rigPairs, answered},
	{"responses", ir.CodeArgsRefused, "arguments are a JSON object in a string", openAPI, objectArgs},

	{"anthropic", ir.CodeNameRefused, "a tool's name is at most 128 letters, digits, _ and -", claudeNames, names(128, "_-")},
	{"anthropic", ir.CodeIDRefused, "each tool_use has an id of letters, digits, _ and -", claudeIDs, ids(0, true, "_-")},
	{"anthropic", ir.CodeIDRepeated, "the tool_use blocks of a message have different ids", claudePairs, distinct},
	{"anthropic", ir.CodeIDUnknown, "a tool_result has the id of a tool_use in the message before it", claudePairs, known},
	{"anthropic", ir.CodeResultMissing, "each tool_use has its tool_result in the next message", claudePairs, answered},
	{"anthropic", ir.CodeResultLate, "tool_result blocks are in the message after their tool_use, before its text", claudePairs, prompt},
	{"anthropic", ir.CodeArgsRefused, "input is an object", claudePairs, objectArgs},

	{"gemini", ir.CodeNameRefused, "a function's name is at most 128 letters, digits, _, ., : and -", geminiNames, names(128, "_-.:")},
	{"gemini", ir.CodeResultMissing, "each functionCall has its functionResponse in the next content", geminiPairs, answered},
	{"gemini", ir.CodeResultLate, "functionResponse parts are in the content after their functionCall", geminiPairs, prompt},
	{"gemini", ir.CodeArgsRefused, "args is an object", geminiNames, objectArgs},

	{"llamafactory", ir.CodeRoleOrder, "human or observation and gpt or function_call take turns, and the model has the last", factory, alternating},
	{"llamafactory", ir.CodeArgsRefused, "arguments are an object", factory, objectArgs},

	{"swift", ir.CodeRoleOrder, "a tool_response follows a tool_call", swiftRoles, known},
	{"swift", ir.CodeArgsRefused, "arguments are an object", swiftRoles, objectArgs},

	{"atif", ir.CodeIDRefused, "each call has a tool_call_id", harbor, ids(0, true, "")},
	{"atif", ir.CodeIDUnknown, "a source_call_id is that of a call of the same step", harbor, named},
	{"atif", ir.CodeResultLate, "results are in the step of their calls", harbor, prompt},
	{"atif", ir.CodeArgsRefused, "arguments are an object", harbor, objectArgs},

	{"adp", ir.CodeIDRefused, "an action right before an observation has a tool_call_id, since 1.3", adpSchema, beforeResult},
	{"adp", ir.CodeIDUnknown, "a tool_call_id of an observation is that of an action before it", adpSchema, named},
	{"adp", ir.CodeArgsRefused, "kwargs is an object", adpSchema, kwargs},
}

// RulesOf returns what is asked of shapes under a code.
func RulesOf(code ir.Code) (rules []ShapeRule) {
	for _, r := range shapeRules {
		if r.Code == code {
			rules = append(rules, r)
		}
	}
	return rules
}

// Refusals returns what those who take its shape would refuse of a transcript.
func Refusals(t *ir.Transcript) []ir.Diagnostic {
	var found []ir.Diagnostic
	var p *pairs
	for i := range shapeRules {
		r := &shapeRules[i]
		if r.Shape != t.Shape {
			continue
		}
		if p == nil {
			p = newPairs(t.Steps)
		}
		r.check(p, func(step int, words string) *ir.Diagnostic {
			it := &t.Steps[step]
			d := ir.Report(r.Code, words)
			d.Message, d.Pos, d.Style = it.Message+1, ir.Place{Line: 1, Column: 1}, t.Shape
			if it.Kind == ir.Call {
				d.Tool = it.Tool.String()
			}
			found = diag.Append(found, d)
			return &found[len(found)-1]
		})
	}
	return found
}
