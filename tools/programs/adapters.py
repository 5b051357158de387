"""How each program runs a script: one function for each.

A function gets a script and lets the program run it as its documentation shows. What it
prints is all that is looked at.
"""

import asyncio
import functools
import itertools
import json

ids = itertools.count(1)


def new_id():
    """The id of a call."""
    return f"call_{next(ids)}"


def chat_model(script, write):
    """A model of LangChain that says what the script does."""
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessageChunk
    from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

    class Scripted(BaseChatModel):
        @property
        def _llm_type(self):
            return "scripted"

        def bind_tools(self, tools, **_):
            return self

        def _generate(self, messages, stop=None, run_manager=None, **_):
            return ChatResult(generations=[ChatGeneration(message=write(script.next()))])

        def _stream(self, messages, stop=None, run_manager=None, **_):
            said = write(script.next())
            for word in said.content.replace(" ", "\x00 ").split("\x00"):
                chunk = ChatGenerationChunk(message=AIMessageChunk(content=word, id=said.id))
                if run_manager:
                    run_manager.on_llm_new_token(word, chunk=chunk)
                yield chunk
            if said.tool_calls:
                parts = [{"name": c["name"], "args": json.dumps(c["args"]), "id": c["id"], "index": i} for i, c in enumerate(said.tool_calls)]
                yield ChatGenerationChunk(message=AIMessageChunk(content="", id=said.id, tool_call_chunks=parts))

    return Scripted()


def ai_message(turn):
    from langchain_core.messages import AIMessage

    calls = [{"name": c["tool"], "args": c["args"], "id": new_id()} for c in turn["calls"]]
    return AIMessage(content=turn["words"], tool_calls=calls)


def chain_tools(script, run):
    """Tools of LangChain. Run makes the pilot's agent answer."""
    from langchain_core.tools import ToolException, tool

    def failing(f):
        @functools.wraps(f)
        def call(*args, **kwargs):
            try:
                return f(*args, **kwargs)
            except ValueError as e:
                raise ToolException(f"Error: {e}")

        return call

    def pilot(task: str) -> str:
        """Asks the pilot, who can find out about tides."""
        return run(script.inner())

    tools = [tool(failing(f)) for f in script.tools] + [tool(pilot)]
    for one in tools:
        one.handle_tool_error = one.handle_validation_error = True
    return tools


def langchain_classic(script):
    """ReAct agents of LangChain, as AgentExecutor prints them."""
    return executor(script, "create_react_agent", "react", "{tools} {tool_names} {input} {agent_scratchpad}")


def langchain_structured(script):
    """Structured chat agents of LangChain."""
    return executor(script, "create_structured_chat_agent", "blob", "{tools} {tool_names} {input} {agent_scratchpad}")


def langchain_tools(script):
    """LangChain's agents for models with tool calls, as AgentExecutor prints them."""
    return executor(script, "create_tool_calling_agent", None, "{input} {agent_scratchpad}")


def executor(script, make, write, prompt):
    from langchain_classic import agents
    from langchain_core.messages import AIMessage
    from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder, PromptTemplate

    def run(script):
        said = (lambda t: AIMessage(content=getattr(script, write)(t))) if write else ai_message
        tools = chain_tools(script, lambda inner: run(inner)["output"])
        if write:
            template = PromptTemplate.from_template(prompt)
        else:
            template = ChatPromptTemplate.from_messages([("human", "{input}"), MessagesPlaceholder("agent_scratchpad")])
        agent = getattr(agents, make)(chat_model(script, said), tools, template)
        e = agents.AgentExecutor(agent=agent, tools=tools, verbose=not script.quiet, handle_parsing_errors=True)
        return e.invoke({"input": script.question})

    print(run(script)["output"])


def langgraph(script):
    """LangGraph's agents, as their messages are printed."""
    from langgraph.prebuilt import ToolNode, create_react_agent

    def make(script):
        tools = chain_tools(script, lambda inner: make(inner).invoke({"messages": [("user", "Ness?")]})["messages"][-1].content)
        return create_react_agent(chat_model(script, ai_message), ToolNode(tools, handle_tool_errors=True))

    graph, asked = make(script), {"messages": [("user", script.question)]}
    if script.quiet:
        print(graph.invoke(asked))
    elif script.stream:
        for message, _ in graph.stream(asked, stream_mode="messages"):
            print(message.content, end="|", flush=True)
    else:
        for state in graph.stream(asked, stream_mode="values"):
            state["messages"][-1].pretty_print()


def langchain(script):
    """LangChain's current agents, with its tracer or as updates are printed."""
    from langchain.agents import create_agent
    from langchain_core.globals import set_debug

    def make(script):
        tools = chain_tools(script, lambda inner: make(inner).invoke({"messages": [("user", "Ness?")]})["messages"][-1].content)
        return create_agent(chat_model(script, ai_message), tools, system_prompt="You know harbours.")

    agent, asked = make(script), {"messages": [{"role": "user", "content": script.question}]}
    if script.quiet:
        for chunk in agent.stream(asked, stream_mode="updates"):
            print(chunk)
    elif script.stream:
        for chunk in agent.stream(asked, stream_mode="updates"):
            for node, update in chunk.items():
                print(f"Update from node: {node}")
                update["messages"][-1].pretty_print()
    else:
        set_debug(True)
        agent.invoke(asked)


def smolagents(script):
    """smolagents' agents with tool calls."""
    from smolagents import ToolCallingAgent

    return smol(script, ToolCallingAgent, None)


def smolagents_code(script):
    """smolagents' agents that write code."""
    from smolagents import CodeAgent

    return smol(script, CodeAgent, True)


def smol(script, kind, code):
    from smolagents import Model, tool
    from smolagents.models import ChatMessage, ChatMessageStreamDelta, ChatMessageToolCall, ChatMessageToolCallFunction

    class Scripted(Model):
        def __init__(self, script):
            super().__init__(model_id="scripted")
            self.script = script

        def generate(self, messages, **_):
            t = self.script.next()
            if code:
                return ChatMessage(role="assistant", content=self.script.code(t))
            calls = [(c["tool"], c["args"]) for c in t["calls"]] or [("final_answer", {"answer": t["words"]})]
            return ChatMessage(role="assistant", content=t["words"], tool_calls=[
                ChatMessageToolCall(id=new_id(), type="function", function=ChatMessageToolCallFunction(name=n, arguments=a)) for n, a in calls])

        def generate_stream(self, messages, **_):
            said = self.generate(messages)
            for word in said.content.replace(" ", "\x00 ").split("\x00"):
                yield ChatMessageStreamDelta(content=word)
            from smolagents.models import ChatMessageToolCallStreamDelta

            if said.tool_calls:
                for i, c in enumerate(said.tool_calls):
                    c.function.arguments = json.dumps(c.function.arguments)
                    yield ChatMessageStreamDelta(tool_calls=[ChatMessageToolCallStreamDelta(index=i, id=c.id, type="function", function=c.function)])

    def make(script, **more):
        return kind(model=Scripted(script), tools=[tool(f) for f in script.tools], stream_outputs=script.stream, verbosity_level=0 if script.quiet else 1, **more)

    inner = [make(script.inner(), name="pilot", description="Asks the pilot.")] if script.nested else []
    print(make(script, managed_agents=inner).run(script.question))


def pydantic_ai(script):
    """pydantic-ai's agents, whose messages people print."""
    from pydantic_ai import Agent, ModelRetry
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import DeltaToolCall, FunctionModel

    def make(script):
        def say(messages, info):
            t = script.next()
            return ModelResponse(parts=[TextPart(t["words"])] + [ToolCallPart(c["tool"], c["args"]) for c in t["calls"]])

        async def stream(messages, info):
            t = script.next()
            for word in t["words"].replace(" ", "\x00 ").split("\x00"):
                yield word
            if t["calls"]:
                yield {i: DeltaToolCall(name=c["tool"], json_args=json.dumps(c["args"])) for i, c in enumerate(t["calls"])}

        def asked(f):
            @functools.wraps(f)
            def retrying(*args, **kwargs):
                try:
                    return f(*args, **kwargs)
                except ValueError as e:
                    raise ModelRetry(str(e))

            return retrying

        agent = Agent(FunctionModel(say, stream_function=stream), instructions="You know harbours.", tools=[asked(f) for f in script.tools], retries=3)

        @agent.tool_plain
        async def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            return (await make(script.inner()).run(task)).output

        return agent

    agent = make(script)
    if script.stream:
        async def events():
            async with agent.run_stream_events(script.question) as all:
                async for event in all:
                    print(event)

        asyncio.run(events())
        return
    from pydantic_ai import capture_run_messages

    with capture_run_messages() as messages:
        try:
            result = agent.run_sync(script.question)
            print(result.output)
        finally:
            if not script.quiet:
                for message in messages:
                    print(message)
            else:
                print(messages)


def agno(script):
    """Agno's agents, as print_response shows them."""
    from agno.agent import Agent
    from agno.models.base import Model
    from agno.models.response import ModelResponse

    class Scripted(Model):
        def invoke(self, *_, **__):
            t = script.next()
            calls = [{"id": new_id(), "type": "function", "function": {"name": c["tool"], "arguments": json.dumps(c["args"])}} for c in t["calls"]]
            return ModelResponse(role="assistant", content=t["words"], tool_calls=calls)

        def invoke_stream(self, *_, **__):
            yield self.invoke()

        async def ainvoke(self, *_, **__):
            return self.invoke()

        async def ainvoke_stream(self, *_, **__):
            yield self.invoke()

        def _parse_provider_response(self, response, **_):
            return response

        def _parse_provider_response_delta(self, response, **_):
            return response

    def pilot(task: str) -> str:
        """Asks the pilot, who can find out about tides."""
        return make(script.inner(), Scripted).run(task).content

    def make(script, _):
        inner = Scripted(id="scripted")
        inner.invoke = lambda *_, **__: type(inner).invoke(inner)
        return Agent(model=inner, tools=[*script.tools, pilot], debug_mode=script.name == "parallel", telemetry=False)

    make(script, None).print_response(script.question, stream=script.stream)


def dspy(script):
    """DSPy's ReAct, whose trajectory and history people print."""
    import dspy

    class Scripted(dspy.BaseLM):
        def __init__(self, script):
            super().__init__(model="scripted", cache=False)
            self.script = script

        def forward(self, prompt=None, messages=None, **_):
            from types import SimpleNamespace as S

            t = self.script.next()
            call = self.script.one({**t, "unfit": False})
            fields = {"next_thought": t["words"], "next_tool_name": call["tool"] if call else "finish", "next_tool_args": json.dumps(call["args"] if call else {})}
            if "next_tool_name" not in messages[0]["content"]:
                fields = {"reasoning": "I know it.", "answer": t["words"]}
            text = "\n\n".join(f"[[ ## {k} ## ]]\n{v}" for k, v in fields.items()) + "\n\n[[ ## completed ## ]]"
            return S(choices=[S(message=S(content=text, tool_calls=None), finish_reason="stop")], usage={}, model="scripted")

    def make(script):
        def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            with dspy.context(lm=Scripted(script.inner())):
                return make(script.inner())(question=task).answer

        return dspy.ReAct("question -> answer", tools=[*script.tools, pilot])

    dspy.configure(lm=Scripted(script))
    result = make(script)(question=script.question)
    if script.quiet:
        print(result.trajectory)
    else:
        print(result)
    if script.name == "parallel":
        dspy.inspect_history(n=5)


def llamaindex(script):
    """LlamaIndex's ReAct agents, with the events that people print."""
    return llama(script, "ReActAgent")


def llamaindex_functions(script):
    """LlamaIndex's agents for models with tool calls."""
    return llama(script, "FunctionAgent")


def llama(script, kind):
    from llama_index.core.agent import workflow
    from llama_index.core.base.llms.types import ChatMessage, ChatResponse, LLMMetadata, TextBlock, ToolCallBlock
    from llama_index.core.llms.function_calling import FunctionCallingLLM
    from llama_index.core.llms.llm import ToolSelection

    class Scripted(FunctionCallingLLM):
        script: object = None

        @property
        def metadata(self):
            return LLMMetadata(is_function_calling_model=kind == "FunctionAgent", model_name="scripted")

        def said(self):
            t = self.script.next()
            if kind == "ReActAgent":
                return ChatResponse(message=ChatMessage(role="assistant", content=self.script.react(t, final="Answer", arguments=json.dumps)))
            blocks = [TextBlock(text=t["words"])] + [ToolCallBlock(tool_call_id=new_id(), tool_name=c["tool"], tool_kwargs=c["args"]) for c in t["calls"]]
            return ChatResponse(message=ChatMessage(role="assistant", blocks=blocks))

        async def achat(self, *_, **__):
            return self.said()

        async def astream_chat(self, *_, **__):
            async def all():
                said = self.said()
                said.delta = said.message.content
                yield said

            return all()

        astream_chat_with_tools = astream_chat

        def get_tool_calls_from_response(self, response, **_):
            return [ToolSelection(tool_id=b.tool_call_id, tool_name=b.tool_name, tool_kwargs=b.tool_kwargs) for b in response.message.blocks if isinstance(b, ToolCallBlock)]

        def _prepare_chat_with_tools(self, *_, **__):
            return {}

        def chat(self, *_, **__):
            return self.said()

        def complete(self, *_, **__):
            raise NotImplementedError

        acomplete = stream_chat = stream_complete = astream_complete = complete

    def make(script):
        async def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            return str(await make(script.inner()).run(task))

        return getattr(workflow, kind)(tools=[*script.tools, pilot], llm=Scripted(script=script), verbose=not script.quiet, streaming=script.stream)

    async def main():
        handler = make(script).run(script.question)
        async for event in handler.stream_events():
            if script.quiet and isinstance(event, workflow.ToolCallResult):
                print(f"\\nCall {event.tool_name} with {event.tool_kwargs}\\nReturned: {event.tool_output}")
            elif script.stream and isinstance(event, workflow.AgentStream):
                print(event.delta, end="", flush=True)
            elif script.name == "parallel" and isinstance(event, (workflow.ToolCall, workflow.ToolCallResult, workflow.AgentOutput)):
                print(repr(event))
        print(await handler)

    asyncio.run(main())


def haystack(script):
    """Haystack's agents, whose messages people print."""
    from haystack import component
    from haystack.components.agents import Agent
    from haystack.components.generators.utils import print_streaming_chunk
    from haystack.dataclasses import ChatMessage, StreamingChunk, ToolCall, ToolCallDelta
    from haystack.tools import create_tool_from_function

    @component
    class Scripted:
        def __init__(self, script):
            self.script = script

        @component.output_types(replies=list[ChatMessage])
        def run(self, messages: list[ChatMessage], tools=None, streaming_callback=None, **_):
            t = self.script.next()
            calls = [ToolCall(c["tool"], c["args"], id=new_id()) for c in t["calls"]]
            if streaming_callback:
                for i, word in enumerate(t["words"].replace(" ", "\x00 ").split("\x00")):
                    streaming_callback(StreamingChunk(content=word, index=0, start=i == 0))
                for i, c in enumerate(calls):
                    streaming_callback(StreamingChunk(content="", index=i, start=True, tool_calls=[ToolCallDelta(index=i, tool_name=c.tool_name, arguments=json.dumps(c.arguments), id=c.id)]))
                streaming_callback(StreamingChunk(content="", finish_reason="tool_calls" if calls else "stop"))
            return {"replies": [ChatMessage.from_assistant(t["words"], tool_calls=calls or None)]}

        def to_dict(self):
            return {}

    def make(script):
        def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            return make(script.inner()).run(messages=[ChatMessage.from_user(task)])["messages"][-1].text

        return Agent(chat_generator=Scripted(script), tools=[create_tool_from_function(f) for f in [*script.tools, pilot]], system_prompt="You know harbours.", streaming_callback=print_streaming_chunk if script.stream else None)

    result = make(script).run(messages=[ChatMessage.from_user(script.question)])
    if script.quiet:
        print(result)
    elif not script.stream:
        for message in result["messages"]:
            print(message)


def autogen(script):
    """AutoGen's agents, as its console shows them."""
    from autogen_agentchat.agents import AssistantAgent
    from autogen_agentchat.ui import Console
    from autogen_core import FunctionCall
    from autogen_core.models import CreateResult, RequestUsage
    from autogen_ext.models.replay import ReplayChatCompletionClient

    def result(t):
        calls = [FunctionCall(id=new_id(), name=c["tool"], arguments=json.dumps(c["args"])) for c in t["calls"]]
        return CreateResult(finish_reason="function_calls" if calls else "stop", content=calls or t["words"], thought=t["words"] if calls else None, usage=RequestUsage(prompt_tokens=0, completion_tokens=0), cached=False)

    def make(script):
        async def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            return (await make(script.inner()).run(task=task)).messages[-1].content

        client = ReplayChatCompletionClient([result(t) for t in script.turns], model_info={"vision": False, "function_calling": True, "json_output": False, "family": "unknown", "structured_output": False})
        return AssistantAgent("harbour_master", client, tools=[*script.tools, pilot], max_tool_iterations=5, model_client_stream=script.stream)

    async def main():
        if script.quiet:
            print(await make(script).run(task=script.question))
        else:
            await Console(make(script).run_stream(task=script.question))

    asyncio.run(main())


def crewai(script):
    """CrewAI's crews, as its console shows them. The model writes calls as text."""
    import os

    os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false", CREWAI_STORAGE_DIR="/tmp/crewai")
    from crewai import Agent, BaseLLM, Crew, Task
    from crewai.tools import tool

    class Scripted(BaseLLM):
        def call(self, *_, **__):
            return self.script.react(self.script.next(), arguments=json.dumps)

        def supports_function_calling(self):
            return False

        def supports_stop_words(self):
            return True

    def model(script):
        llm = Scripted(model="scripted")
        object.__setattr__(llm, "script", script)
        return llm

    def pilot(task: str) -> str:
        """Asks the pilot, who can find out about tides."""
        return str(make(script.inner()).kickoff())

    def make(script):
        agent = Agent(role="Harbour master", goal="Know harbours", backstory="Lives at a harbour.", llm=model(script), tools=[tool(f) for f in [*script.tools, pilot]], verbose=not script.quiet)
        task = Task(description=script.question, expected_output="One sentence.", agent=agent)
        return Crew(agents=[agent], tasks=[task], verbose=not script.quiet, stream=False)

    print(make(script).kickoff())


def semantic_kernel(script):
    """Semantic Kernel's agents, whose messages people print."""
    import logging

    from semantic_kernel.agents import ChatCompletionAgent
    from semantic_kernel.connectors.ai.chat_completion_client_base import ChatCompletionClientBase
    from semantic_kernel.connectors.ai.prompt_execution_settings import PromptExecutionSettings
    from semantic_kernel.contents import ChatMessageContent, FunctionCallContent, StreamingChatMessageContent, StreamingTextContent, TextContent
    from semantic_kernel.functions import kernel_function

    if script.name in ("one", "parallel", "error"):
        logging.basicConfig(level=logging.INFO, format="[%(asctime)s - %(name)s:%(lineno)d - %(levelname)s] %(message)s")

    class Scripted(ChatCompletionClientBase):
        SUPPORTS_FUNCTION_CALLING = True
        script: object = None

        def items(self, kind):
            t = self.script.next()
            return [kind(t["words"])] + [FunctionCallContent(id=new_id(), name=f"Harbour-{c['tool']}", arguments=json.dumps(c["args"]), index=i) for i, c in enumerate(t["calls"])]

        async def _inner_get_chat_message_contents(self, *_, **__):
            return [ChatMessageContent(role="assistant", items=self.items(lambda text: TextContent(text=text)))]

        async def _inner_get_streaming_chat_message_contents(self, *_, **__):
            for item in self.items(lambda text: StreamingTextContent(text=text, choice_index=0)):
                yield [StreamingChatMessageContent(role="assistant", items=[item], choice_index=0)]

        def _update_function_choice_settings_callback(self):
            return lambda *_, **__: None

        def get_prompt_execution_settings_class(self):
            return PromptExecutionSettings

    def make(script):
        class Harbour:
            pass

        async def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            return str(await make(script.inner()).get_response(task))

        for f in [*script.tools, pilot]:
            setattr(Harbour, f.__name__, staticmethod(kernel_function(f)))
        return ChatCompletionAgent(service=Scripted(ai_model_id="scripted", script=script), name="Master", plugins=[Harbour()])

    async def show(message):
        for item in message.items:
            print(f"Function Call:> {item.name} with arguments: {item.arguments}" if isinstance(item, FunctionCallContent) else f"Function Result:> {item.result} for function: {item.name}" if hasattr(item, "result") else f"{item}")

    async def main():
        agent = make(script)
        print(f"# User: {script.question}")
        if script.stream:
            async for response in agent.invoke_stream(messages=script.question, on_intermediate_message=show):
                print(response, end="", flush=True)
        else:
            async for response in agent.invoke(messages=script.question, on_intermediate_message=None if script.quiet else show):
                print(f"# {response.name}: {response}")
                if script.quiet:
                    print([m async for m in response.thread.get_messages()])

    asyncio.run(main())


def qwen_agent(script):
    """Qwen-Agent's assistants, whose messages people print."""
    from qwen_agent.agents import Assistant
    from qwen_agent.llm.base import BaseChatModel
    from qwen_agent.llm.schema import FunctionCall, Message
    from qwen_agent.tools.base import BaseTool
    from qwen_agent.utils.output_beautify import typewriter_print

    class Scripted(BaseChatModel):
        def __init__(self, script):
            super().__init__({"model": "scripted"})
            self.script = script

        def chat(self, *_, **__):
            t = self.script.next()
            said = [Message("assistant", t["words"])] + [Message("assistant", "", function_call=FunctionCall(c["tool"], json.dumps(c["args"])), extra={"function_id": new_id()}) for c in t["calls"]]
            return iter([said[:1], said])

        _chat_with_functions = _chat_stream = _chat_no_stream = chat

    def offered(script):
        def pilot(task: str) -> str:
            """Asks the pilot, who can find out about tides."""
            return [*make(script.inner()).run([{"role": "user", "content": task}])][-1][-1]["content"]

        for f in [*script.tools, pilot]:
            class Tool(BaseTool):
                name, description = f.__name__, f.__doc__
                parameters = [{"name": k, "type": "string", "required": True} for k in f.__annotations__ if k != "return"]

                def call(self, params, f=f, **_):
                    return f(**self._verify_json_format_args(params))

            yield Tool()

    def make(script):
        return Assistant(llm=Scripted(script), function_list=list(offered(script)), system_message="You know harbours.")

    messages, shown = [{"role": "user", "content": script.question}], ""
    for response in make(script).run(messages):
        if script.stream:
            print("bot response:", response)
        elif not script.quiet:
            shown = typewriter_print(response, shown)
    if script.quiet:
        print(response)
