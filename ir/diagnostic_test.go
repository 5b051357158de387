package ir

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDiagnosticText(t *testing.T) {
	fields := Fields{Style: "react", Tool: `a"b`, Name: "k", Count: 2, Kind: Call, Sentence: NeedTool, Outcome: Failure}
	for words, want := range map[string]string{
		"":                                   "",
		"no braces":                          "no braces",
		"{style} has {tool}":                 `react has "a\"b"`,
		"{name} in {lines}, {count}":         `"k" in 2 lines, 2`,
		"a {kind}: {sentence} was {outcome}": `a call: "need-tool" was False`,
		"it became {}":                       "it became {}",
		"{} and {unknown}, then {style}":     "{} and {unknown}, then react",
		"an open { and {style":               "an open { and {style",
		"}{style}{":                          "}react{",
	} {
		d := Report(CodeJoined, words)
		d.Fields = fields
		assert.Equal(t, want, d.Text())
	}
	one := Report(CodeEscapedLines, "{lines}")
	one.Count = 1
	assert.Equal(t, "1 line", one.Text())
	quoted := Quoting(CodePromptDropped, "{style}\n")
	assert.Equal(t, `"{style}\n"`, quoted.Text(), "a text of the source has no placeholders")
	formatted := Reportf(CodeBrokenArgs, "found %q", "{style}")
	formatted.Style = "react"
	assert.Equal(t, `found "{style}"`, formatted.Text())
	within := formatted.Within("in {tool}: ")
	assert.Equal(t, `in {tool}: found "{style}"`, within.Text())
	assert.Equal(t, "react", within.Style)
	var list Diagnostics
	list.Count(CodeJoined, 7)
	many := list[0]
	assert.True(t, many.Counted())
	assert.Equal(t, "and 7 more", many.Text())
	assert.Equal(t, 7, many.Number())
	within = many.Within("in ")
	assert.Equal(t, 7, within.Number())
	b, err := json.Marshal(many)
	require.NoError(t, err)
	var back Diagnostic
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, many, back)
	assert.False(t, one.Counted())
	assert.Equal(t, 1, one.Number())
}

// TestReportAllocates has the words of a diagnostic cost nothing until they are read.
func TestReportAllocates(t *testing.T) {
	list := make(Diagnostics, 0, 8)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		list = list[:0]
		d := Report(CodeFixedSentenceAdded, "{style} wants a thought before this {kind}")
		d.Style, d.Kind = "react", Answer
		list.Add(d)
	}))
}

func TestDiagnosticMove(t *testing.T) {
	for _, c := range []struct{ pos, end, wantPos, wantEnd Place }{
		{Place{1, 1}, Place{1, 4}, Place{3, 5}, Place{3, 8}},
		{Place{1, 2}, Place{2, 4}, Place{3, 6}, Place{4, 4}},
		{Place{2, 2}, Place{}, Place{4, 2}, Place{}},
		{Place{}, Place{}, Place{}, Place{}},
	} {
		d := Diagnostic{Pos: c.pos, End: c.end}
		d.Move(3, 5)
		assert.Equal(t, c.wantPos, d.Pos)
		assert.Equal(t, c.wantEnd, d.End)
	}
}

func TestDiagnosticJSON(t *testing.T) {
	d := Report(CodeResultName, "{style} can't say that this is a result of {tool}")
	d.Message, d.Pos, d.End = 4, Place{1, 2}, Place{1, 5}
	d.Style, d.Tool, d.Kind, d.Sentence, d.Outcome = "react", "g", Observation, CanAnswer, Success
	b, err := json.Marshal(d)
	require.NoError(t, err)
	require.Equal(t, `{"severity":"loss","code":"result-name","message":4,"line":1,"column":2,"end_line":1,"end_column":5,`+
		`"text":"react can't say that this is a result of \"g\"",`+
		`"fields":{"style":"react","tool":"g","kind":"observation","sentence":"can-answer","outcome":"success"}}`, string(b))
	var back Diagnostic
	require.NoError(t, json.Unmarshal(b, &back))
	again, err := json.Marshal(back)
	require.NoError(t, err)
	require.Equal(t, string(b), string(again))
	require.Equal(t, d.Text(), back.Text())
	require.Equal(t, d.Fields, back.Fields)

	// What is not known is left out, but for the places that were always there.
	b, err = json.Marshal(Report(CodeNotJSON, "no"))
	require.NoError(t, err)
	require.Equal(t, `{"severity":"reject","code":"not-json","message":0,"line":0,"column":0,"text":"no"}`, string(b))
	require.Error(t, json.Unmarshal([]byte(`{"severity":"warning"}`), &back))
}

func TestDiagnosticIsError(t *testing.T) {
	d := Reportf(CodeBrokenArgs, "no")
	d.Message, d.Pos = 2, Place{3, 4}
	require.Equal(t, "message 2, line 3, column 4: broken-args: no", d.Error())
	require.Equal(t, "2:3:4: reject broken-args: no", d.String())
	d.Message = 0
	require.Equal(t, "broken-args: no", d.Error())
	err := fmt.Errorf("somewhere: %w", &d)
	require.ErrorIs(t, err, &Diagnostic{Code: CodeBrokenArgs})
	require.False(t, errors.Is(err, &Diagnostic{Code: CodeBrokenCall}))
}

// TestDiagnosticsAreBounded adds more than are kept: all are counted, the first of
// each code is kept.
func TestDiagnosticsAreBounded(t *testing.T) {
	count := func(list Diagnostics) map[Code]int {
		counts := map[Code]int{}
		for i := range list {
			counts[list[i].Code] += list[i].Number()
		}
		return counts
	}
	var list Diagnostics
	for range 3 * MaxDiagnostics {
		require.Equal(t, len(list) < MaxDiagnostics, list.Keeps(CodeJoined))
		list.Add(Report(CodeJoined, "x"))
	}
	require.Len(t, list, MaxDiagnostics+1)
	last := list[MaxDiagnostics]
	require.Equal(t, "0:0:0: loss joined: and 200 more", last.String())

	require.True(t, list.Keeps(CodeEmptyText), "the first of a code is always kept")
	var more Diagnostics
	for range 5 {
		more.Add(Report(CodeEmptyText, "b"))
		more.Count(CodeJoined, 10)
	}
	list.AddAll(more)
	require.Equal(t, map[Code]int{CodeJoined: 350, CodeEmptyText: 5}, count(list))
	require.Len(t, list, MaxDiagnostics+3)

	// Failures are counted apart, also where they are not kept.
	for i := range 20 {
		d := Report(CodeOutcomeDropped, "c")
		d.Outcome = Outcome(1 + i%2)
		list.Add(d)
	}
	failures := 0
	for i := range list {
		if list[i].Code == CodeOutcomeDropped && list[i].Outcome == Failure {
			failures += list[i].Number()
		}
	}
	require.Equal(t, 10, failures)

	// Two lists that are full give one that is.
	var both Diagnostics
	both.AddAll(list)
	both.AddAll(list)
	require.Less(t, len(both), MaxDiagnostics+10)
	for code, n := range count(list) {
		require.Equal(t, 2*n, count(both)[code], code)
	}
	require.Equal(t, MaxDiagnostics, strings.Count(fmt.Sprint(both), "joined: x"))
}

func TestNames(t *testing.T) {
	for name, v := range map[string]any{
		"reject": Reject, "note": Note, "guess": Guess, "tool": RoleTool, "observation": Observation,
		"can-answer": CanAnswer, "failure": Failure, "broken": Broken,
	} {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, `"`+name+`"`, string(b))
		require.Equal(t, name, fmt.Sprint(v))
	}
	for _, v := range []any{Severity(9), Class(9), Role(9), Kind(9), FixedSentence(9), Outcome(9), Form(9)} {
		_, err := json.Marshal(v)
		require.Error(t, err)
		require.Contains(t, fmt.Sprint(v), "(9)")
	}
	for _, v := range []any{new(Severity), new(Class), new(Role), new(Kind), new(FixedSentence), new(Outcome), new(Form)} {
		require.Error(t, json.Unmarshal([]byte(`"nothing"`), v))
		b, err := json.Marshal(v)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(b, v))
	}
	role, err := ParseRole("assistant")
	require.NoError(t, err)
	require.Equal(t, RoleAssistant, role)
	_, err = ParseRole("human")
	require.EqualError(t, err, `unknown role "human": known are user, assistant, system, tool`)
	require.EqualError(t, new(Severity).UnmarshalText([]byte("warning")), `unknown severity "warning": known are note, repair, loss, reject`)
}
