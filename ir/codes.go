package ir

// The codes of repairs: what the source got wrong and was read all the same.
const (
	CodePythonArgs           Code = "python-args"
	CodeUnstuffed            Code = "unstuffed"
	CodeMissingThoughtMarker Code = "missing-thought-marker"
	CodePlainAnswer          Code = "plain-answer"
	CodeTextAfterArgs        Code = "text-after-args"
	CodeUnclosedTag          Code = "unclosed-tag"
	CodeInventedObservation  Code = "invented-observation"
	CodeMissingSuccessful    Code = "missing-successful"
	CodeSeveralCalls         Code = "several-calls"
	CodeWrappedLine          Code = "wrapped-line"
)

// The codes of losses: what the target can't say, or says otherwise.
const (
	CodeMissingThought Code = "missing-thought"
	CodeStockFilled    Code = "stock-filled"
	CodeStockReplaced  Code = "stock-replaced"
	CodeStockDropped   Code = "stock-dropped"
	CodeEmptyThought   Code = "empty-thought"
	CodeEmptyText      Code = "empty-text"
	CodeEmptyArgs      Code = "empty-args"
	CodeArgsWrapped    Code = "args-wrapped"
	CodeArgsEscaped    Code = "args-escaped"
	CodeArgsQuoted     Code = "args-quoted"
	CodeBlobKey        Code = "blob-key"
	CodeOutcomeDropped Code = "outcome-dropped"
	CodeOutcomeAssumed Code = "outcome-assumed"
	CodeStuffed        Code = "stuffed"
	CodeJoined         Code = "joined"
	CodeTextAsThought  Code = "text-as-thought"
	CodeThoughtAsText  Code = "thought-as-text"
	CodeTextAsAnswer   Code = "text-as-answer"
	CodeMessageSplit   Code = "message-split"
	CodeErrorDropped   Code = "error-dropped"
	CodeResultName     Code = "result-name"
	CodeBareMarked     Code = "bare-marked"
	CodePartsJoined    Code = "parts-joined"
	CodeMessageKeys    Code = "message-keys"
	CodePartsDropped   Code = "parts-dropped"
)

// The codes of rejects: why a record was not converted.
const (
	CodeBrokenArgs     Code = "broken-args"
	CodeBrokenCall     Code = "broken-call"
	CodeForeignStyle   Code = "foreign-style"
	CodeThoughtAlone   Code = "thought-alone"
	CodeResultAlone    Code = "result-alone"
	CodeToolName       Code = "tool-name"
	CodeReadBack       Code = "read-back"
	CodeOutcomeUnknown Code = "outcome-unknown"
	CodeAlternatives   Code = "alternatives-split"
	CodeStrict         Code = "strict"
	CodeNotJSON        Code = "not-json"
	CodeInvalidUTF8    Code = "invalid-utf8"
	CodeTooDeep        Code = "too-deep"
	CodeWrongType      Code = "wrong-type"
	CodeUnknownRole    Code = "unknown-role"
	CodeUnknownLayout  Code = "unknown-layout"
	CodeDuplicateKey   Code = "duplicate-key"
	CodeBadDocument    Code = "bad-document"
	CodeRecordTooLarge Code = "record-too-large"
	CodeInternal       Code = "internal"
)
