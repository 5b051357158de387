package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestTextGames: commands of text games are calls where the format is named, with the user's turns
// as results, and no answers where it is not.
func TestTextGames(t *testing.T) {
	for name, raw := range map[string]string{
		"quoted":  `{"messages": [{"role": "user", "content": "Find a cloth."}, {"role": "assistant", "content": "> think: a desk may have one"}, {"role": "user", "content": "OK."}, {"role": "assistant", "content": "> go to desk 1"}, {"role": "user", "content": "You see a cloth."}]}`,
		"capital": `{"conversations": [{"from": "human", "value": "Find a cloth."}, {"from": "gpt", "value": " THOUGHT: I look. \n ACTION: go to desk 1"}, {"from": "human", "value": "You see a cloth."}, {"from": "gpt", "value": "THOUGHT: I take it.\nACTION: take cloth 1 from desk 1"}, {"from": "human", "value": "You have it."}]}`,
		"marked":  `{"messages": [{"role": "user", "content": "Find a cloth."}, {"role": "assistant", "content": "Thought: I look.\nAction: go to desk 1"}, {"role": "user", "content": "Observation: You see a cloth."}, {"role": "assistant", "content": "Thought: I take it.\nAction: take cloth 1"}, {"role": "user", "content": "Observation: You have it."}]}`,
	} {
		named := nativeEngine(t, convert.Options{From: "alfworld", To: "openai"})
		out, res, err := named.Record([]byte(raw))
		require.NoError(t, err, name)
		require.Equal(t, [2]int{2, 2}, [2]int{res.Steps[ir.Call], res.Steps[ir.Observation]}, "%s: %s", name, out)
		require.Contains(t, string(out), `{\"code\": \"go to desk 1\"}`, name)
		if name == "quoted" { // without a word before its calls
			back, _, err := nativeEngine(t, convert.Options{To: "text-game"}).Record(out)
			require.NoError(t, err, name)
			require.Contains(t, string(back), `> go to desk 1"`)
		}
		_, _, err = nativeEngine(t, convert.Options{To: "openai"}).Record([]byte(raw))
		require.Error(t, err, "%s is no answer", name)
	}
}

// TestEpisodesThatReset: each call that resets an environment begins a record.
func TestEpisodesThatReset(t *testing.T) {
	episode := "Action: reset\nObservation: Instruction: buy %\n\nAction: click[Buy]\nObservation: done\n"
	out := copiedText(t, strings.Replace(episode, "%", "a", 1)+"-----\n"+strings.Replace(episode, "%", "b", 1))
	require.Len(t, strings.Split(strings.TrimSpace(out), "\n"), 2, out)
	require.Equal(t, 1, strings.Count(gjson.Get(out, "messages").Raw, "buy "), out)
}

// TestEpisodesBetweenRules: a rule before or after an episode is no part of it.
func TestEpisodesBetweenRules(t *testing.T) {
	episode := "-----\nQuestion: %?\nThought 1: look\nAction 1: search[x]\nObservation 1: y\nAction 2: finish[z]\n"
	out := copiedText(t, strings.Repeat(episode, 3)+"-----\n")
	require.Len(t, strings.Split(strings.TrimSpace(out), "\n"), 3, out)
	require.NotContains(t, out, "--")
}

// TestPromptAlone: a prompt that was printed, with words in the place of its question, is a reject.
func TestPromptAlone(t *testing.T) {
	const prompt = "Use this format:\n\nQuestion: the input question you must answer\nThought: think\nAction: one of [f]\nAction Input: {}\nObservation: its result\n\nBegin!\n\n"
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	for ends, rejects := range map[string]bool{
		"Question: [your answer here]\nThought:": true, "Question: {input}\n": true, "Question: {input}\nThought:{agent_scratchpad}\n": true,
		"Question: What?\nThought: I know.\nFinal Answer: x":           false,
		"Question: [your question]\nThought: I know.\nFinal Answer: x": false,
	} {
		var out strings.Builder
		report, err := e.CopyWith(t.Context(), &out, strings.NewReader(prompt+ends), dataset.CopyOptions{Name: "log.txt", Rejects: &strings.Builder{}})
		require.NoError(t, err)
		require.Equal(t, rejects, report.Converted == 0, "%s: %s", ends, &out)
	}
}

func copiedText(t *testing.T, text string) string {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	var out strings.Builder
	_, err = e.CopyWith(t.Context(), &out, strings.NewReader(text), dataset.CopyOptions{Name: "log.txt"})
	require.NoError(t, err)
	return out.String()
}
