package dialects

import "regexp"

// displays are those that are read. Lines have neither colours nor boxes: the title of a box or a
// rule follows boxTop.
var displays = []*display{
	{shows: "Calling tool: '", stray: true, lines: smolLines},
	{shows: "Executing parsed code:", stray: true, lines: smolLines},
	{shows: "Tool Execution Started", retries: true, lines: []lineKind{ // CrewAI
		{regexp.MustCompile(`^` + boxTop + `.*Agent Started`), noBlock},
		{regexp.MustCompile(`^Task: (?P<text>.*)`), userBlock},
		{regexp.MustCompile(`^` + boxTop + `.*Tool Execution Started`), callBlock},
		{regexp.MustCompile(`^` + boxTop + `.*Tool (Execution Completed|Usage Finished)`), resultBlock},
		{regexp.MustCompile(`^` + boxTop + `.*Tool (Error|Execution Failed)`), failedBlock},
		{regexp.MustCompile(`^` + boxTop + `.*Agent Final Answer`), noBlock},
		{regexp.MustCompile(`^` + boxTop), noBlock},
		{regexp.MustCompile(`^Final Answer: ?(?P<text>.*)`), answerBlock},
		{regexp.MustCompile(`^Tool: (?P<name>.*)`), fieldBlock},
		{regexp.MustCompile(`^Args: (?P<args>.*)`), fieldBlock},
		{regexp.MustCompile(`^(Output|Error): (?P<text>.*)`), fieldBlock},
		{regexp.MustCompile(`^(Tool Completed|Tool Failed|Iteration: \d+|Attempt: \d+|From Cache: \w+|Agent: .*)$`), fieldBlock},
	}},
	{shows: " Tool Calls ━", lines: []lineKind{ // Agno
		{regexp.MustCompile(`^` + boxTop + `Message$`), userBlock},
		{regexp.MustCompile(`^` + boxTop + `Tool Calls$`), noBlock},
		{regexp.MustCompile(`^• (?P<name>[^\s(]+)\((?P<args>.*)\)$`), callBlock},
		{regexp.MustCompile(`^` + boxTop + `Response`), answerBlock},
		{regexp.MustCompile(`^` + boxTop), noBlock},
	}},
	{shows: "[TOOL CALL]\nTool:", lines: []lineKind{ // Haystack
		{regexp.MustCompile(`^\[ASSISTANT\]`), wordsBlock},
		{regexp.MustCompile(`\[TOOL CALL\]$`), noBlock},
		{regexp.MustCompile(`^Tool: (?P<name>\S+) *$`), callBlock},
		{regexp.MustCompile(`^Arguments: ?(?P<args>.*)`), fieldBlock},
		{regexp.MustCompile(`^\[TOOL RESULT\]`), resultBlock},
		{regexp.MustCompile(`^\[REASONING\]`), noBlock},
	}},
	{shows: "[TOOL_CALL] ", lines: []lineKind{ // Qwen-Agent
		{regexp.MustCompile(`^\[THINK\]`), wordsBlock},
		{regexp.MustCompile(`^\[ANSWER\]`), wordsBlock},
		{regexp.MustCompile(`^\[TOOL_CALL\] (?P<name>\S+)(?: (?P<args>.*))?$`), callBlock},
		{regexp.MustCompile(`^\[TOOL_RESPONSE\] (?P<source>\S+)(?: (?P<text>.*))?$`), resultBlock},
	}},
	{shows: "---------- ", lines: []lineKind{ // AutoGen
		{regexp.MustCompile(`^-{6,} Summary -{6,}$`), noBlock},
		{regexp.MustCompile(`^-{6,} (?P<name>[^()]*[^() ])(?: \((?P<source>.+)\))? -{6,}$`), eventBlock},
	}},
}

// smolLines are those of smolagents.
var smolLines = []lineKind{
	{regexp.MustCompile(`^` + boxTop + `New run`), userBlock},
	{regexp.MustCompile(`^Calling tool: '(?P<name>[^']+)' with arguments: (?P<args>.*)`), callBlock},
	{regexp.MustCompile(`^` + boxTop + `Executing parsed code:`), codeBlock},
	{regexp.MustCompile(`^Observations: ?(?P<text>.*)`), resultBlock},
	{regexp.MustCompile(`^(?P<text>Execution logs:.*)`), resultBlock},
	{regexp.MustCompile(`^(?P<text>(Code execution failed at|Error in code parsing|Error executing|Error while).*)`), failedBlock},
	{regexp.MustCompile(`^Final answer: ?(?P<text>.*)`), answerBlock},
	{regexp.MustCompile(`^` + boxTop + `Step \d+$`), wordsBlock}, // if they were streamed
	{regexp.MustCompile(`^(?P<text>[^` + boxTop + `].*)` + boxTop + `$`), fieldBlock},
	{regexp.MustCompile(`^\[Step \d+: Duration`), noBlock},
	{regexp.MustCompile(`^Traceback \(most recent call last\)`), noBlock},
	{regexp.MustCompile(`^` + boxTop + `$`), noBlock},
}
