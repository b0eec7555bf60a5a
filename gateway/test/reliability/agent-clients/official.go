// A program of a user of the official Go package: what it prints is compared by agent-clients.test.ts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.0.0"}, nil)
	session := must(client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: os.Args[1]}, nil))
	defer session.Close()
	call := func(name string, arguments map[string]any) map[string]any {
		called := must(session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments}))
		if called.IsError {
			panic(name)
		}
		return called.StructuredContent.(map[string]any)
	}
	tools := []string{}
	for _, tool := range must(session.ListTools(ctx, nil)).Tools {
		tools = append(tools, tool.Name)
	}
	loaded := call("load_schedule", map[string]any{"text": string(must(os.ReadFile(os.Args[3])))})
	id := loaded["data"].(map[string]any)["schedule_id"].(string)
	score := call("health_score", map[string]any{"schedule_id": id})
	resources := must(session.ListResources(ctx, nil))
	read := must(session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "schedule://" + id}))
	prompts := must(session.ListPrompts(ctx, nil))
	fmt.Println(string(must(json.Marshal(map[string]any{
		"tools":        tools,
		"score":        score["score"],
		"hasResources": len(resources.Resources) > 0,
		"names":        strings.Contains(read.Contents[0].Text, id),
		"prompts":      len(prompts.Prompts),
	}))))
}
