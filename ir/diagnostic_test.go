package ir

import (
	"encoding/json"
	"errors"
	"fmt"
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
	many := Report(CodeJoined, "")
	many.Counted, many.Count = true, 7
	assert.Equal(t, "and 7 more", many.Text())
	assert.Equal(t, 7, many.Number())
	b, err := json.Marshal(many)
	require.NoError(t, err)
	var back Diagnostic
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, many, back)
	assert.False(t, one.Counted)
	assert.Equal(t, 1, one.Number())
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

func TestNames(t *testing.T) {
	for name, v := range map[string]any{
		"reject": Reject, "guess": Guess, "tool": RoleTool, "observation": Observation,
		"can-answer": CanAnswer, "failure": Failure,
	} {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, `"`+name+`"`, string(b))
		require.Equal(t, name, fmt.Sprint(v))
	}
	for _, v := range []any{Role(9), Kind(9), FixedSentence(9), Outcome(9)} {
		_, err := json.Marshal(v)
		require.Error(t, err)
		require.Contains(t, fmt.Sprint(v), "(9)")
	}
	for _, v := range []any{new(Role), new(Kind), new(FixedSentence), new(Outcome)} {
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
	require.Equal(t, "broken ir.Form(9)", fmt.Sprint(Broken, Form(9)))
	require.EqualError(t, json.Unmarshal([]byte(`{"severity": "warning"}`), new(Diagnostic)), `unknown severity "warning": known are ["note" "repair" "loss" "reject"]`)
}
