package ir

// The codes of diagnostics. What each means is in the table that Rules returns.
const (
	// Repairs that read a source by its style's rules.

	CodeMissingThoughtMarker Code = "missing-thought-marker"
	CodePlainAnswer          Code = "plain-answer"
	CodeNoMarkers            Code = "no-markers"
	CodeOtherStyle           Code = "other-style"
	CodeMarkerLike           Code = "marker-like"
	CodeCallLike             Code = "call-like"
	CodeOtherText            Code = "other-text"
	CodeTextAfterArgs        Code = "text-after-args"
	CodeUnclosedTag          Code = "unclosed-tag"
	CodeInventedObservation  Code = "invented-observation"
	CodeMissingSuccessful    Code = "missing-successful"
	CodeSeveralCalls         Code = "several-calls"
	CodeWrappedLine          Code = "wrapped-line"
	CodeToolListPython       Code = "tool-list-python"
	CodeToolListXML          Code = "tool-list-xml"
	CodeToolNames            Code = "tool-names"
	CodeNoTools              Code = "no-tools"
	CodeUnknownTool          Code = "unknown-tool"
	CodeArgsSchema           Code = "args-schema"

	// Accounts: what a reading leaves over.

	CodeOrphanResult Code = "orphan-result"
	CodeOpenCall     Code = "open-call"
	CodeUnreadMarker Code = "unread-marker"

	// Repairs of native tool calls.

	CodeArgsDouble    Code = "args-double"
	CodeArgsMissing   Code = "args-missing"
	CodeNullPadding   Code = "null-padding"
	CodePartsInString Code = "parts-in-string"
	CodeToolCallFlat  Code = "tool-call-flat"
	CodeOtherKey      Code = "other-key"

	// Losses and notes between native tool calls and text.

	CodeResultValue      Code = "result-value"
	CodeTrainDropped     Code = "train-dropped"
	CodeSealedDropped    Code = "sealed-dropped"
	CodeThoughtDropped   Code = "thought-dropped"
	CodeRefusalDropped   Code = "refusal-dropped"
	CodeReasoningAsThink Code = "reasoning-as-think"
	CodeRoleWord         Code = "role-word"
	CodeIDMade           Code = "id-made"
	CodeIDChanged        Code = "id-changed"
	CodeIDDropped        Code = "id-dropped"
	CodeResultOrder      Code = "result-order"
	CodeTurnMerged       Code = "turn-merged"
	CodeTurnTrimmed      Code = "turn-trimmed"
	CodeLineAdded        Code = "line-added"
	CodeCallsSplit       Code = "calls-split"

	// Rows for trainers.

	CodeRowKey         Code = "row-key"
	CodeSystemMoved    Code = "system-moved"
	CodeArgsFragile    Code = "args-fragile"
	CodeArgsNull       Code = "args-null"
	CodeRowOrder       Code = "row-order"
	CodeNothingTrained Code = "nothing-trained"

	// The repairs of docs/reference/recovery.md: other spellings, and guesses.

	CodePythonArgs      Code = "python-args"
	CodeLineEnds        Code = "line-ends"
	CodeMarkerSpelling  Code = "marker-spelling"
	CodeMissingInput    Code = "missing-input"
	CodeInlineArgs      Code = "inline-args"
	CodeWrappedName     Code = "wrapped-name"
	CodeDoubledMarker   Code = "doubled-marker"
	CodeFencedMessage   Code = "fenced-message"
	CodeTerminalPrint   Code = "terminal-print"
	CodeNestedRun       Code = "nested-run"
	CodeStopWord        Code = "stop-word"
	CodeFrameDropped    Code = "frame-dropped"
	CodeMidLineMarker   Code = "mid-line-marker"
	CodeTurnInThink     Code = "turn-in-think"
	CodeArgsRepaired    Code = "args-repaired"
	CodeArgsGuessed     Code = "args-guessed"
	CodeTagSpelling     Code = "tag-spelling"
	CodeXMLEntities     Code = "xml-entities"
	CodeNoCall          Code = "no-call"
	CodeCutMessage      Code = "cut-message"
	CodeMissingMarker   Code = "missing-marker"
	CodeGluedMarker     Code = "glued-marker"
	CodeCallAfterAnswer Code = "call-after-answer"
	CodeCommandWords    Code = "command-words"
	CodeQuotedFormat    Code = "quoted-format"
	CodeUnclosedCall    Code = "unclosed-call"
	CodeCutCall         Code = "cut-call"

	// What those who take a shape of native tool calls would refuse. Only who
	// asks for them gets them.

	CodeNameRefused   Code = "name-refused"
	CodeIDRefused     Code = "id-refused"
	CodeIDRepeated    Code = "id-repeated"
	CodeIDUnknown     Code = "id-unknown"
	CodeResultMissing Code = "result-missing"
	CodeResultLate    Code = "result-late"
	CodeRoleOrder     Code = "role-order"
	CodeArgsRefused   Code = "args-refused"

	// Losses: what the target can't hold as it was, or demands and the
	// source has not.

	CodeForeignCall           Code = "foreign-call"
	CodeMissingThought        Code = "missing-thought"
	CodeFixedSentenceReplaced Code = "fixed-sentence-replaced"
	CodeEmptyThought          Code = "empty-thought"
	CodeEmptyText             Code = "empty-text"
	CodeEmptyArgs             Code = "empty-args"
	CodeArgsWrapped           Code = "args-wrapped"
	CodeArgsQuoted            Code = "args-quoted"
	CodeArgsType              Code = "args-type"
	CodeArgsText              Code = "args-text"
	CodeBlobKey               Code = "blob-key"
	CodeOutcomeDropped        Code = "outcome-dropped"
	CodeOutcomeAssumed        Code = "outcome-assumed"
	CodeEscapedLines          Code = "escaped-lines"
	CodeJoined                Code = "joined"
	CodePiecesJoined          Code = "pieces-joined"
	CodeTextAsThought         Code = "text-as-thought"
	CodeThoughtAsText         Code = "thought-as-text"
	CodeTextAsAnswer          Code = "text-as-answer"
	CodeThoughtAlone          Code = "thought-alone"
	CodeMessageSplit          Code = "message-split"
	CodeErrorDropped          Code = "error-dropped"
	CodeResultName            Code = "result-name"
	CodePartsJoined           Code = "parts-joined"
	CodeMessageKeys           Code = "message-keys"
	CodePartsDropped          Code = "parts-dropped"
	CodeOtherChoices          Code = "other-choices"
	CodeBranchesLeftOut       Code = "branches-left-out"
	CodeListKeys              Code = "list-keys"

	// What records carry: see docs/reference/carry.md.

	CodeCarryStale     Code = "carry-stale"
	CodeCarryBroken    Code = "carry-broken"
	CodeCarryNoPlace   Code = "carry-no-place"
	CodeCarryElsewhere Code = "carry-elsewhere"

	// Losses of system prompts and tool lists.

	CodePromptKept        Code = "prompt-kept"
	CodeExamplesRemoved   Code = "examples-removed"
	CodePromptDropped     Code = "prompt-dropped"
	CodeTwoStyles         Code = "two-styles"
	CodeTemplateAmbiguous Code = "template-ambiguous"
	CodeToolListForm      Code = "tool-list-form"
	CodeToolListUnread    Code = "tool-list-unread"
	CodeToolDropped       Code = "tool-dropped"
	CodeToolKeys          Code = "tool-keys"
	CodeToolRenamed       Code = "tool-renamed"
	CodeToolSchema        Code = "tool-schema"
	CodeToolsInString     Code = "tools-in-string"
	CodeToolChoice        Code = "tool-choice"
	CodeToolListDropped   Code = "tool-list-dropped"
	CodeTemplateUnmatched Code = "template-unmatched"

	// Notes: changes that every good run has.

	CodeFixedSentenceAdded   Code = "fixed-sentence-added"
	CodeFixedSentenceDropped Code = "fixed-sentence-dropped"
	CodeArgsEscaped          Code = "args-escaped"
	CodeAnswerLineFeeds      Code = "answer-line-feeds"
	CodeBareMarked           Code = "bare-marked"
	CodeUnescapedLines       Code = "unescaped-lines"
	CodeResidue              Code = "residue"
	CodeUntypedValues        Code = "untyped-values"
	CodeInstructionsRemoved  Code = "instructions-removed"
	CodeExchangesUnread      Code = "exchanges-unread"
	CodeOtherField           Code = "other-field"
	CodeSessionLines         Code = "session-lines"

	// Rejects: why a record was not converted.

	CodeBrokenArgs      Code = "broken-args"
	CodeBrokenCall      Code = "broken-call"
	CodeForeignStyle    Code = "foreign-style"
	CodeNoTranscript    Code = "no-transcript"
	CodeToolName        Code = "tool-name"
	CodeReadBack        Code = "read-back"
	CodeOutcomeUnknown  Code = "outcome-unknown"
	CodeAlternatives    Code = "alternatives-split"
	CodeStrict          Code = "strict"
	CodeNotJSON         Code = "not-json"
	CodeInvalidUTF8     Code = "invalid-utf8"
	CodeTooDeep         Code = "too-deep"
	CodeWrongType       Code = "wrong-type"
	CodeUnknownRole     Code = "unknown-role"
	CodeUnknownLayout   Code = "unknown-layout"
	CodeLayoutTooNarrow Code = "layout-too-narrow"
	CodeDuplicateKey    Code = "duplicate-key"
	CodeBadDocument     Code = "bad-document"
	CodeRecordTooLarge  Code = "record-too-large"
	CodeRowUnreadable   Code = "row-unreadable"
	CodeRowMismatch     Code = "row-mismatch"
	CodeInternal        Code = "internal"
)
