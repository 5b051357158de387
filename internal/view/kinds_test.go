package view

import "testing"

// Records of every kind are shown: what has a prompt in a key of its own, versions of the
// last message, native tool calls, and what can't be read.
func TestBrowserKinds(t *testing.T) {
	s := served(t,
		`{"system": "Be brief.", "conversations": [{"from": "human", "value": "Tea?"}, {"from": "gpt", "value": "Thought: a\nAnswer: b"}]}`,
		`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": ["Thought: a\nAction: f\nAction Input: {'a': 1}", "Thought: b\nAction: g\nAction Input: {'b': 2}"]}]}`,
		`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "I look.", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "user", "content": "Well?"}]}`,
		`{"messages": [{"role": "caller", "content": "<b>?</b>"}]}`,
		chat("?", "Thought: a\nAction: f\nAction Input: {\"a\": no}"),
	)
	shows := func(words ...string) string {
		all := `!document.querySelector("#record b")`
		for _, w := range words {
			all += " && document.getElementById(\"record\").textContent.includes(`" + w + "`)"
		}
		return all
	}
	ctx := browser(t, s, "#n=1")
	becomes(t, ctx, shows("system prompt, 9 characters", "Be brief."))
	for _, c := range []struct{ address, expression string }{
		{"#n=1&to=xml", shows("unchanged system, a key of its own", "xml 2 · assistant")},
		{"#n=1&to=openai", shows("unchanged system, a key of its own", "openai 3 · assistant")},
		{"#n=2&to=xml", shows("react assistant, alternative 1", "xml assistant, alternative 2") + ` && document.querySelectorAll("mark.repair").length === 2`},
		{"#n=3", shows("open-call")},
		{"#n=3&to=react", shows("→ f {}", "Action: f", "open-call")},
		{"#n=4", shows("unknown-role", "the record", `"<b>?</b>"`)},
		{"#n=5&to=xml", shows("broken-args", "message 2 · assistant", "Action Input:")},
	} {
		evaluated[any](t, ctx, `location.hash = "`+c.address+`"; 0`)
		becomes(t, ctx, c.expression)
	}
}
