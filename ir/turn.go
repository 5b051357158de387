package ir

// Turn is a message of a conversation in brief, where it holds no more than a
// question, a result, a call or an answer, with a thought before the latter two.
// Its texts are the insides of JSON strings, which they share.
type Turn struct {
	// Role is the message's, Kind what it holds: User, Observation, Call or
	// Answer. A system prompt has the kind Prose.
	Role Role
	Kind Kind
	// Stock is the meaning of the thought, if it is a stock sentence; Outcome is
	// that of an answer.
	Stock   Stock
	Outcome Outcome
	// Thought is empty where there is none. Tool is the name of the called tool,
	// or that of the tool whose result it is. Words are a question, a result, a
	// call's JSON object or an answer.
	Thought, Tool, Words []byte
	// Line is the line of the message, from 1, that the call or the answer begins.
	Line int
}
