package convert

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

func made(t *testing.T, opts Options) *Converter {
	t.Helper()
	c, err := New(opts)
	require.NoError(t, err)
	return c
}

// refusedAs requires a reject with a code.
func refusedAs(t *testing.T, err error, code ir.Code) *ir.Diagnostic {
	t.Helper()
	var d *ir.Diagnostic
	require.ErrorAs(t, err, &d)
	require.Equal(t, code, d.Code)
	require.Equal(t, ir.Reject, d.Severity)
	return d
}

var question = ir.Message{Role: ir.RoleUser, Content: ir.Plain("6 x 7?")}

func says(s string) []ir.Message {
	return []ir.Message{question, {Role: ir.RoleAssistant, Content: ir.Plain(s)}}
}

// TestShapeOfMethods: what the options' shape can't do is an error, not nothing.
func TestShapeOfMethods(t *testing.T) {
	for name, err := range map[string]error{
		"text with the shape of messages": second(made(t, Options{To: "xml", Shape: MessageShape}).Text("Question: 6 x 7?\nFinal Answer: 42")),
		"messages with the shape of text": second(made(t, Options{To: "xml", Shape: TextShape}).Messages(says("Final Answer: 42"))),
		"text for the neutral document":   second(made(t, Options{Target: Neutral()}).Text("Question: 6 x 7?\nFinal Answer: 42")),
		"messages without a target":       second(made(t, Options{}).Messages(says("Final Answer: 42"))),
		"a conversation without a target": onlyError(made(t, Options{}).Convert(&ir.Conversation{Messages: says("Final Answer: 42")})),
		"steps without a target":          onlyError(made(t, Options{}).ConvertTranscript(Transcript{Transcript: &ir.Transcript{}})),
	} {
		var wrong *OptionError
		require.ErrorAs(t, err, &wrong, name)
		require.NotEmpty(t, wrong.Allowed, name)
	}
}

func second[T any](_ T, _ Report, err error) error { return err }

func onlyError[T any](_ T, err error) error { return err }

// TestInputsThatAreNone: a role that is none, and bytes that are no text, are
// rejects with a place, whichever way they come in.
func TestInputsThatAreNone(t *testing.T) {
	c := made(t, Options{From: "react", To: "xml"})
	_, _, err := c.Messages(append(says("Answer: 42"), ir.Message{Role: 9, Content: ir.Plain("lost")}))
	require.Equal(t, 3, refusedAs(t, err, ir.CodeUnknownRole).Message)

	for name, err := range map[string]error{
		"text":     second(c.Text("Question: 6 x 7?\nAnswer: \xff")),
		"messages": second(c.Messages([]ir.Message{{Role: ir.RoleUser, Content: ir.Plain("6 x 7?\nAnswer: \xff")}})),
		"read":     second(c.Read([]ir.Message{{Role: ir.RoleUser, Content: ir.Plain("6 x 7?\nAnswer: \xff")}})),
	} {
		d := refusedAs(t, err, ir.CodeInvalidUTF8)
		require.Equal(t, []int{1, 2, 9}, []int{d.Message, d.Pos.Line, d.Pos.Column}, name)
	}
}

// TestStepsThatNobodyCanSay: a transcript of steps that no document can be is a
// reject. A call whose role was forgotten must not get lost.
func TestStepsThatNobodyCanSay(t *testing.T) {
	args := ir.Args{Raw: ir.Plain(`{"a": 1}`), Value: ir.Plain(`{"a": 1}`)}
	user := ir.Step{Kind: ir.User, Text: ir.Plain("6 x 7?")}
	call := ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("f"), Args: args}
	c := made(t, Options{To: "react"})

	out, err := c.ConvertTranscript(Transcript{Transcript: &ir.Transcript{Steps: []ir.Step{user, call}}})
	require.NoError(t, err)
	require.Equal(t, "Action: f\nAction Input: {\"a\": 1}", out.Messages[1].Content.String()[len("Thought: I need to use a tool to help me answer the question.\n"):])

	change := func(f func(*ir.Step)) []ir.Step {
		s := call
		f(&s)
		return []ir.Step{user, s}
	}
	for name, steps := range map[string][]ir.Step{
		"no role":           change(func(s *ir.Step) { s.Role = 0 }),
		"no such role":      change(func(s *ir.Step) { s.Role = 7 }),
		"no such kind":      change(func(s *ir.Step) { s.Kind = 17 }),
		"no message":        change(func(s *ir.Step) { s.Message = 0 }),
		"a message earlier": change(func(s *ir.Step) { s.Message = -1 }),
	} {
		_, err := c.ConvertTranscript(Transcript{Transcript: &ir.Transcript{Steps: steps}})
		require.Contains(t, refusedAs(t, err, ir.CodeBadDocument).Text(), "step 2", name)
		_, err = c.ConvertTranscript(Transcript{Transcript: &ir.Transcript{Steps: []ir.Step{user}, Alternatives: [][]ir.Step{steps[1:]}, HasAlternatives: true}})
		require.Contains(t, refusedAs(t, err, ir.CodeBadDocument).Text(), "alternative 1, step 1", name)
	}
}

// TestConvertProves: what Convert writes is read back, unless the options skip it.
// A document whose argument is no JSON can be written, and says another thing then.
func TestConvertProves(t *testing.T) {
	broken := &ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Text: ir.Plain("6 x 7?")},
		{
			Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("f"),
			Args: ir.Args{Raw: ir.Plain("{} Answer: 1"), Value: ir.Plain("{} Answer: 1")},
		},
	}}
	_, err := made(t, Options{To: "react"}).ConvertTranscript(Transcript{Transcript: broken})
	refusedAs(t, err, ir.CodeReadBack)
	_, err = made(t, Options{To: "react", SkipVerify: true}).ConvertTranscript(Transcript{Transcript: broken})
	require.NoError(t, err)
}

// TestReadNeedsNoTarget: reading gives the steps and the repairs without a target,
// and the same with one.
func TestReadNeedsNoTarget(t *testing.T) {
	in := says("Thought: Multiply.\nAction: multiply\nAction Input: {'a': 6}")
	steps, report, err := made(t, Options{}).Read(in)
	require.NoError(t, err)
	require.Equal(t, "react", report.Style)
	require.Equal(t, map[string]int{"user": 1, "thought": 1, "call": 1}, report.Steps)
	require.Equal(t, ir.CodePythonArgs, report.Diagnostics[0].Code)
	require.Equal(t, `{"a": 6}`, steps[2].Args.Value.String())
	again, _, err := made(t, Options{To: "xml"}).Read(in)
	require.NoError(t, err)
	require.Empty(t, ir.Diff(&ir.Transcript{Steps: steps}, &ir.Transcript{Steps: again}))
}

// TestConverterIsConcurrent uses one converter from many goroutines. The race
// detector sees what they share.
func TestConverterIsConcurrent(t *testing.T) {
	c := made(t, Options{To: "xml"})
	in := append([]ir.Message{{Role: ir.RoleSystem, Content: ir.Plain("Answer in one word.")}},
		says("Thought: Multiply.\nAction: multiply\nAction Input: {\"a\": 6, \"b\": 7}")...)
	want, _, err := c.Messages(in)
	require.NoError(t, err)
	errs := make([]error, 16)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			for range 20 {
				got, _, err := c.Messages(in)
				if err == nil && !reflect.DeepEqual(want, got) {
					err = errors.New("another result")
				}
				errs[i] = errors.Join(errs[i], err)
			}
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
}

// TestEveryOptionDoesSomething has, for each field of Options, an input of which
// each value makes something else: no option is ignored, and none is forgotten here.
func TestEveryOptionDoesSomething(t *testing.T) {
	own, err := styles.Parse([]byte("name = \"own\"\nuse = \"react\"\nargs = \"any\"\n"+
		"thought = \"Idea: {text}\"\ncall = \"Do: {name}\\nWith: {args}\"\nresult = \"Got: {text}\"\nanswer = \"Done: {text}\"\n"), "own.toml")
	require.NoError(t, err)
	called := append(says("Thought: T\nAction: f\nAction Input: {\"a\": 1}"),
		ir.Message{Role: ir.RoleUser, Content: ir.Plain("Observation: R")},
		ir.Message{Role: ir.RoleAssistant, Content: ir.Plain("Answer: A")})
	framedTurn := append([]ir.Message{{Role: ir.RoleUser, Content: ir.Plain("Question: Q\nThought:")}}, called[1:]...)
	broken := says("Thought: T\nAction: f\nAction Input: {\"a\": \"b")
	prompt, _, err := prompts.New().Render(lookup(t, "react"), &prompts.ToolList{}, prompts.Options{})
	require.NoError(t, err)
	taught := append([]ir.Message{{Role: ir.RoleSystem, Content: ir.Plain(prompt)}}, called...)
	thinks := says("Thought: <think>\nT\n</think>\nAction: f\nAction Input: {}")
	twice := says("Thought: T\nAction: f\nAction Input: {}\nAction: g\nAction Input: {}")
	python := says("Thought: T\nAction: f\nAction Input: {'a': 1}")
	invented := append(says("Thought: T\nAction: f\nAction Input: {}\nObservation: dreamt\nAnswer: A"),
		ir.Message{Role: ir.RoleUser, Content: ir.Plain("Observation: real")})
	marked := says("<tool_use><name>f</name><arguments>{\"a\": \"&lt;\"}</arguments></tool_use>")

	unseen := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Options]()) {
		unseen[f.Name] = true
	}
	for field, c := range map[string]struct {
		in   []ir.Message
		opts []Options
	}{
		"From":          {says("Final Answer: 42"), []Options{{To: "react", From: "tool-input"}, {To: "react", From: "xml"}}},
		"To":            {called, []Options{{To: "react"}, {To: "tool-input"}, {To: "tool-json"}, {To: "tao"}, {To: "xml"}}},
		"Observations":  {called, []Options{{To: "react"}, {To: "react", Observations: ToolObservations}, {To: "react", Observations: InlineObservations}}},
		"Shape":         {called, []Options{{To: "react", Shape: MessageShape}, {To: "react", Shape: TextShape}}},
		"Residue":       {framedTurn, []Options{{To: "xml"}, {To: "xml", Residue: ResidueKeep}}},
		"AssumeOutcome": {called, []Options{{To: "tao", AssumeOutcome: AssumeTrue}, {To: "tao", AssumeOutcome: AssumeFalse}, {To: "tao", AssumeOutcome: AssumeReject}}},
		"Prompts":       {taught, []Options{{To: "xml"}, {To: "xml", Prompts: prompts.Options{Mode: prompts.ModeKeep}}, {To: "xml", Prompts: prompts.Options{Mode: prompts.ModeDrop}}}},
		"Strict":        {python, []Options{{To: "xml"}, {To: "xml", Strict: StrictAll}}},
		"Repair":        {broken, []Options{{To: "xml", Repair: RepairSafe}, {To: "xml", Repair: RepairAll}}},
		"Plain":         {says("Nine."), []Options{{To: "xml", Plain: UnmarkedKeep}, {To: "xml", Plain: UnmarkedReject}}},
		"Invented":      {invented, []Options{{To: "react", Invented: InventedKeep}, {To: "react", Invented: InventedDrop}, {To: "react", Invented: InventedReject}}},
		"XMLEntities":   {marked, []Options{{To: "react", XMLEntities: KeepEntities}, {To: "react", XMLEntities: DecodeEntities}}},
		"Styles":        {says("Idea: T\nDo: f\nWith: {\"a\": 1}"), []Options{{To: "xml"}, {To: "xml", Styles: []*styles.Style{own}}}},
		"Thoughts":      {thinks, []Options{{To: "xml"}, {To: "xml", Thoughts: ThoughtsProse}, {To: "xml", Thoughts: ThoughtsDrop}}},
		"Parallel":      {twice, []Options{{To: "xml"}, {To: "xml", Parallel: ParallelSplit}}},
		"Arguments":     {nil, nil}, // of shapes
		"SkipVerify":    {nil, nil}, // TestConvertProves
		"ReadBack":      {nil, nil}, // TestReadBackStyle
		"Spans":         {nil, nil}, // package train
		"Debug":         {nil, nil}, // TestGuard of package diag
		"StopText":      {twice, []Options{{To: "xml"}, {To: "xml", StopText: "</s>"}}},
		"Target":        {nil, nil}, // ExampleConverter_Convert
	} {
		require.True(t, unseen[field], field)
		seen := map[string]bool{}
		for _, opts := range c.opts {
			out, err := made(t, opts).Convert(&ir.Conversation{Messages: c.in})
			result := out.Text.String()
			for _, m := range out.Messages {
				result += "[" + m.Role.String() + "]" + m.Content.String()
			}
			if err != nil {
				result = err.Error()
			}
			require.False(t, seen[result], "%s: %+v changes nothing: %s", field, opts, result)
			seen[result] = true
		}
		delete(unseen, field)
	}
	require.Empty(t, unseen, "options without a case")
}

func lookup(t *testing.T, name string) *styles.Style {
	t.Helper()
	s, err := styles.Lookup(name)
	require.NoError(t, err)
	return s
}

// TestWrongOptions: each choice refuses a value that is none of its constants, and
// says which there are.
func TestWrongOptions(t *testing.T) {
	for name, opts := range map[string]Options{
		"observations":   {Observations: "there"},
		"shape":          {Shape: "round"},
		"residue":        {Residue: "some"},
		"assume-outcome": {AssumeOutcome: "perhaps"},
		"repair":         {Repair: "well"},
		"invented":       {Invented: "often"},
		"xml-entities":   {XMLEntities: "escape"},
		"strict":         {Strict: "very"},
	} {
		opts.To = "xml"
		_, err := New(opts)
		var wrong *OptionError
		require.ErrorAs(t, err, &wrong, name)
		require.Equal(t, name, wrong.Option)
		require.NotEmpty(t, wrong.Allowed)
	}
	_, err := New(Options{To: "xml", Prompts: prompts.Options{Mode: "loud"}})
	require.Error(t, err)
	for _, opts := range []Options{{To: "none"}, {From: "none", To: "xml"}} {
		var unknown *styles.UnknownError
		_, err := New(opts)
		require.ErrorAs(t, err, &unknown)
	}
}

// TestNothing: what is missing is a reject that says so, and what is no text is one.
func TestNothing(t *testing.T) {
	c := made(t, Options{From: "react", To: "xml"})
	_, err := c.Convert(nil)
	require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeNoTranscript})
	_, err = c.ConvertTranscript(Transcript{})
	require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeNoTranscript})
	said := func(s ir.Step) Transcript { return Transcript{Transcript: &ir.Transcript{Steps: []ir.Step{s}}} }
	_, err = c.ConvertTranscript(said(ir.Step{Kind: ir.Answer, Role: ir.RoleAssistant, Text: ir.Plain("a\xff")}))
	require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeInvalidUTF8})
	_, err = c.ConvertTranscript(said(ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain("f"), Args: ir.Args{Form: ir.NumForms}}))
	require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeBadDocument})
}
