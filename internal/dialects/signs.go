package dialects

import "bytes"

// signs are words in quotes of which a value of each format has one: mostly its keys.
var signs = map[string]bool{
	"lc": true, "task": true, "system_prompt": true, "human": true, "ai": true, "AIMessageChunk": true, "HumanMessage": true, "part_kind": true, "block_type": true, "blocks": true, "content_type": true, "$type": true, "Items": true,
	"toolUse": true, "toolResult": true, "toolCallId": true, "toolInvocations": true, "step-start": true, "tool_plan": true, "document": true, "tool_name": true, "parts": true, "epoch": true, "eval": true,
	"author": true, "eval_cases": true, "evalCases": true, "user_content": true, "expected_tool_use": true, "step_number": true, "llm_context": true, "agent_states": true, "ToolCallRequestEvent": true,
	"TextMessage": true, "UserMessage": true, "observation": true, "kind": true, "projectHash": true, "thread.started": true, "instructions": true, "trajectory_format": true, "thread.message": true,
	"tasks_output": true, "task_name": true, "values": true, "answer_generation": true, "answers": true, "conversations": true, "chat": true, "question": true, "store": true, "additional_kwargs": true,
	"tool_call_response": true, "args": true, "arguments": false, "action": true, "tool_call": true, "inferenceConfig": true, "jsonrpc": true, "reasoning": true, "toolConfig": true, "modelId": true,
}

// MayBe reports whether JSON may be of one of the formats. It reads the beginning of it, once.
func MayBe(raw []byte) bool {
	const most, longest = 1 << 18, 24
	raw = raw[:min(len(raw), most)]
	for {
		at := bytes.IndexByte(raw, '"')
		if at < 0 {
			return false
		}
		raw = raw[at+1:]
		end := bytes.IndexByte(raw[:min(len(raw), longest)], '"')
		if end < 0 {
			continue
		}
		if signs[string(raw[:end])] {
			return true
		}
	}
}
