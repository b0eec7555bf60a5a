# A program of a user of fastmcp: what it prints is compared by agent-clients.test.ts.
import asyncio
import json
import sys

from fastmcp import Client

url, mode, path = sys.argv[1:]


async def main() -> None:
    async with Client(url, mode=mode) as client:
        tools = [tool.name for tool in await client.list_tools()]
        with open(path, encoding="utf-8") as file:
            loaded = await client.call_tool("load_schedule", {"text": file.read()})
        name = {"schedule_id": loaded.structured_content["data"]["schedule_id"]}
        score = await client.call_tool("health_score", name)
        resources = await client.list_resources()
        read = await client.read_resource(f"schedule://{name['schedule_id']}")
        prompts = await client.list_prompts()
        print(
            json.dumps(
                {
                    "tools": tools,
                    "score": score.structured_content["score"],
                    "hasResources": len(resources) > 0,
                    "names": name["schedule_id"] in read[0].text,
                    "prompts": len(prompts),
                }
            )
        )


asyncio.run(main())
