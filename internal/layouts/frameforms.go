package layouts

import (
	"slices"
	"strings"
)

// frameForm is how the chat template of a family of models stands around messages whose calls
// are in a format.
type frameForm struct {
	// sign is in each text of the family.
	sign string
	// openers begin a message: of several at a place the longest counts.
	openers []opener
	// closers end one. Words behind one are words all the same.
	closers []string
	// starts are tokens before the first message.
	starts []string
	// joined means that messages of the model next to each other are one, with their openers.
	joined bool
}

// opener is what begins a message of a role. Up to the end of until, where it has one, is part
// of it.
type opener struct {
	token string
	role  turnRole
	until string
}

// roles are the words for roles between two tokens, as openers.
func roles(before, after string) (list []opener) {
	for _, w := range []struct {
		word string
		role turnRole
	}{
		{"system", systemTurn}, {"developer", systemTurn}, {"user", userTurn}, {"assistant", modelTurn}, {"model", modelTurn}, {"ai", modelTurn}, {"tool", resultTurn},
		{"tool_response", resultTurn}, {"tool_result", resultTurn}, {"function", resultTurn}, {"observation", resultTurn}, {"ipython", resultTurn}, {"environment", resultTurn}, {"tools", systemTurn}, {"available_tools", systemTurn},
	} {
		list = append(list, opener{before + w.word + after, w.role, ""})
	}
	return list
}

// ModelOpeners returns what begins a message of the model in the chat templates of models.
func ModelOpeners() (list []string) {
	for i := range frameForms {
		for _, o := range frameForms[i].openers {
			if o.role == modelTurn && !slices.Contains(list, o.token) && !strings.HasPrefix(o.token, "</") {
				list = append(list, o.token)
			}
		}
	}
	return list
}

// roleLines is how plain transcripts stand around messages: each begins with a line that names its
// role.
var roleLines = frameForm{sign: "\nAssistant:", openers: []opener{
	{"\nSystem:", systemTurn, ""}, {"\nUser:", userTurn, ""}, {"\nHuman:", userTurn, ""}, {"\nAssistant:", modelTurn, ""}, {"\nTool:", resultTurn, ""}, {"\nTool result:", resultTurn, ""}, {"\nFunction:", resultTurn, ""},
}}

// frameForms are those of the models whose formats are known.
var frameForms = []frameForm{
	{sign: "<|im_middle|>", openers: []opener{{"<|im_user|>", userTurn, "<|im_middle|>"}, {"<|im_assistant|>", modelTurn, "<|im_middle|>"}, {"<|im_system|>", systemTurn, "<|im_middle|>"}}, closers: []string{"<|im_end|>"}},
	{
		sign: "<|im_start|>", openers: append(roles("<|im_start|>", "\n"), opener{"<|im_start|>environment name=<|plugin|>\n", resultTurn, ""}, opener{"<|im_start|>system name=<|plugin|>\n", systemTurn, ""}),
		closers: []string{"<|im_end|>"}, starts: []string{"<s>", "<|startoftext|>", "<|endoftext|>"},
	},
	{sign: "<|start_header_id|>", openers: roles("<|start_header_id|>", "<|end_header_id|>"), closers: []string{"<|eot_id|>", "<|eom_id|>"}, starts: []string{"<|begin_of_text|>", "<s>"}},
	{sign: "<|header_start|>", openers: roles("<|header_start|>", "<|header_end|>"), closers: []string{"<|eot|>", "<|eom|>"}, starts: []string{"<|begin_of_text|>", "<s>"}},
	{sign: "<|turn>", openers: roles("<|turn>", "\n"), closers: []string{"<turn|>"}, starts: []string{"<bos>", "<s>"}},
	{sign: "<start_of_turn>", openers: roles("<start_of_turn>", "\n"), closers: []string{"<end_of_turn>"}, starts: []string{"<bos>", "<s>"}},
	{sign: "]~b]", openers: roles("]~b]", "\n"), closers: []string{"[e~["}, starts: []string{"]~!b["}},
	{sign: "<|start_of_role|>", openers: roles("<|start_of_role|>", "<|end_of_role|>"), closers: []string{"<|end_of_text|>"}},
	{sign: "[|assistant|]", openers: roles("[|", "|]"), closers: []string{"[|endofturn|]"}, starts: []string{"[BOS]", "<s>"}},
	{sign: "<seed:bos>", openers: roles("<seed:bos>", "\n"), closers: []string{"<seed:eos>"}},
	{
		sign: "<｜User｜>", openers: []opener{
			{"<｜User｜>", userTurn, ""}, {"<｜Assistant｜>", modelTurn, ""}, {"<｜tool▁output▁begin｜>", resultTurn, ""}, {"<｜tool▁output▁end｜>", modelTurn, ""}, {"<｜tool▁outputs▁end｜>", modelTurn, ""},
			{"<function_results>", modelTurn, ""}, {"<result>", resultTurn, ""}, {"</result>", modelTurn, ""}, {"</function_results>", modelTurn, ""},
		},
		closers: []string{"<｜end▁of▁sentence｜>", "<｜tool▁outputs▁begin｜>"}, starts: []string{"<｜begin▁of▁sentence｜>", "<s>"},
	},
	{
		sign: "[INST]", openers: []opener{
			{"[INST]", userTurn, ""}, {"[/INST]", modelTurn, ""}, {"[SYSTEM_PROMPT]", systemTurn, ""}, {"[AVAILABLE_TOOLS]", systemTurn, ""}, {"[TOOL_RESULTS]", resultTurn, ""}, {"[/TOOL_RESULTS]", modelTurn, ""},
			{"[/AVAILABLE_TOOLS]", systemTurn, ""}, {"[/SYSTEM_PROMPT]", systemTurn, ""},
		},
		closers: []string{"</s>"}, starts: []string{"<s>"},
	},
	{
		sign: "<|START_OF_TURN_TOKEN|>", openers: []opener{
			{"<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>", systemTurn, ""}, {"<|START_OF_TURN_TOKEN|><|USER_TOKEN|>", userTurn, ""}, {"<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>", modelTurn, ""},
			{"<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><|START_TOOL_RESULT|>", resultTurn, ""}, {"<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><results>", resultTurn, ""},
		},
		closers: []string{"<|END_OF_TURN_TOKEN|>"}, starts: []string{"<BOS_TOKEN>", "<s>"},
	},
	{
		sign: "<|start|>", openers: []opener{
			{"<|start|>system", systemTurn, "<|message|>"}, {"<|start|>developer", systemTurn, "<|message|>"}, {"<|start|>user", userTurn, "<|message|>"}, {"<|start|>assistant", modelTurn, ""},
			{"<|start|>functions.", resultTurn, "<|message|>"}, {"<|start|>tool", resultTurn, "<|message|>"},
		},
		closers: []string{"<|end|>", "<|return|>", "<|eot|>", "<|eom|>"}, starts: []string{"<s>", "<|startoftext|>"}, joined: true,
	},
	{
		sign: "<|begin|>", openers: roles("<|begin|>", ""), closers: []string{"<|end|>"}, starts: []string{"<s>"},
	},
	{sign: "<|role_sep|>", openers: []opener{
		{"user<|role_sep|>\n", userTurn, ""}, {"assistant<|role_sep|>\n", modelTurn, ""}, {"function result<|role_sep|>\n", resultTurn, ""}, {"system<|role_sep|>\n", systemTurn, ""},
		{"developer system<|role_sep|>\n", systemTurn, ""}, {"user memory<|role_sep|>\n", systemTurn, ""},
	}, closers: []string{"<|message_sep|>"}, starts: []string{"<s>"}},
	{sign: "<role>HUMAN</role>", openers: []opener{{"<role>SYSTEM</role>", systemTurn, ""}, {"<role>HUMAN</role>", userTurn, ""}, {"<role>ASSISTANT</role>", modelTurn, ""}, {"<role>OBSERVATION</role>", resultTurn, ""}}, closers: []string{"<|role_end|>"}},
	{
		sign: "<｜hy_User", openers: []opener{
			{"<｜hy_User:opensource｜>", userTurn, ""}, {"<｜hy_Assistant:opensource｜>", modelTurn, ""}, {"<｜hy_User｜>", userTurn, ""}, {"<｜hy_Assistant｜>", modelTurn, ""},
			{"<tool_response:opensource>", resultTurn, ""}, {"<tool_response>", resultTurn, ""}, {"</tool_response:opensource>", modelTurn, ""}, {"</tool_response>", modelTurn, ""},
		},
		closers: []string{"<tool_responses:opensource>", "<tool_responses>", "</tool_responses:opensource>", "</tool_responses>", "<｜hy_eos:opensource｜>", "<｜hy_eos｜>"},
		starts:  []string{"<｜hy_begin_of_sentence:opensource｜>", "<｜hy_begin_of_sentence｜>"},
	},
	{
		sign: "<SPECIAL_11>", openers: []opener{{"<SPECIAL_10>System\n", systemTurn, ""}, {"<SPECIAL_11>User\n", userTurn, ""}, {"<SPECIAL_11>Assistant\n", modelTurn, ""}},
		closers: []string{"<SPECIAL_12>"},
	},
	{sign: "<|begin_user|>", openers: []opener{
		{"<|begin_system|>\n", systemTurn, ""}, {"<|begin_user|>\n", userTurn, ""}, {"<|begin_assistant|>\n", modelTurn, ""}, {"<|begin_tool_result|>\n", resultTurn, ""}, {"<|begin_content|>\n", userTurn, ""},
	}, closers: []string{"<|end|>"}, starts: []string{"<s>"}},
	{
		sign: "〈|EOS|〉", openers: []opener{{"<system>\n", systemTurn, ""}, {"<user>\n", userTurn, ""}, {"<assistant>\n", modelTurn, ""}, {"<tool_response>\n", resultTurn, ""}},
		closers: []string{"</system>", "</user>", "</assistant>", "</tool_response>"}, starts: []string{"〈|EOS|〉"},
	},
	{sign: "<|assistant|>", openers: roles("<|", "|>"), closers: []string{"<|end|>", "</s>", "<|endoftext|>"}, starts: []string{"[gMASK]", "<sop>", "<s>"}},
	{
		sign: "<|assistant_start|>", openers: []opener{{"<|system_start|>", systemTurn, ""}, {"<|developer_start|>", systemTurn, ""}, {"<|user_start|>", userTurn, ""}, {"<|assistant_start|>", modelTurn, ""}},
		closers: []string{"<|system_end|>", "<|developer_end|>", "<|user_end|>", "<|assistant_end|>"}, starts: []string{"<s>"},
	},
	{sign: "<function_response>", openers: []opener{{"\nUSER:", userTurn, ""}, {"\nASSISTANT:", modelTurn, ""}, {"<function_response>", resultTurn, ""}}, closers: []string{"<|endoftext|>"}},
}
