package ir

// accountRules are the repairs that say what a reading leaves over: calls and results that
// do not pair, and markers that were not read.
var accountRules = []Rule{
	{
		Code: CodeOrphanResult, Severity: Repair, Class: Doubt,
		Fields:  []string{"style"},
		Summary: "A result answers no call that is open: it has an id that none of them has, or there is none.",
		Details: "It is kept. Calls are open until they have a result or, after a result, a new call is made. In text, a result right after an answer is not reported: programs write there how the task ended.",
		Remedy:  "Look at the source: a call may be missing or unread, or a line of prose was taken for a result.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: f\nAction Input: {}\nObservation: 1\nThought: So.\nObservation: 2",
			Says: "the result answers no call before it",
		},
	},
	{
		Code: CodeOpenCall, Severity: Repair, Class: Doubt,
		Fields:  []string{"style", "tool"},
		Summary: "A call has no result, and the transcript goes on; none is made up.",
		Details: "A call at the end of a transcript is not reported: many end so.",
		Remedy:  "Look at the source: the result may be missing or unread. Servers refuse such transcripts.",
		Example: Example{
			To: "react", Source: exampleAsked + exampleModel + exampleCall + `, {"role": "user", "content": "Well?"}` + exampleEnd,
			Says: "the call of \"f\" has no result",
		},
	},
	{
		Code: CodeUnreadMarker, Severity: Repair, Class: Doubt,
		Fields:  []string{"style", "kind"},
		Summary: "A line begins with the marker or tag of a call, as the style spells it, and was not read as one.",
		Details: "It is kept in the text that it is in. A call may be cut off there, or spelled in a way that no repair reads.",
		Remedy:  "Look at the line. If it is a call, complete it in the source; if it is content, put a space in front of it.",
		Example: Example{
			From: "react-paper", To: "xml", Source: "Action 1: search[a]\nObservation 1: b\nAction 2: think[c\nObservation 2: d",
			Says: "a line with the marker of a call in react-paper was not read as one: it is in the observation",
		},
	},
}
