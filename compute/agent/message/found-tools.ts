/**
 * Two tools in place of all, for a client that connects to `/mcp?tools=search`: find_tools says which tools answer a question and what they take, call_tool
 * calls one of them. Their list takes a twentieth of the context of the whole one. A call counts as the tool that it calls.
 */
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { TierName } from '../../../shared/contract/tiers.ts'
import { toolListing, toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { NAMES_ARE_DATA } from '../../../shared/contract/tools/service/service-tool.ts'
import type { AgentTool } from '../../../shared/contract/tools/tool.ts'
import { memberBytes } from '../../engine/read/member-bytes.ts'
import { refuseInvalid } from '../../engine/result/options.ts'
import type { ToolAnswer } from '../answer.ts'
import { textBytes } from './reply.ts'

export const FIND_TOOLS = 'find_tools'
export const CALL_TOOL = 'call_tool'

const FOUND_DEFAULT = 3
const FOUND_MAX = 8
/** Of a question; what is beyond it is not looked at. */
const QUESTION_CHARACTERS_MAX = 2_000

const listings = new Map<TierName, string>()

/** tools/list of such a client, as JSON. */
export function searchListingFor(tier: TierName): string {
  const known = listings.get(tier) ?? JSON.stringify(listingOf(tier))
  listings.set(tier, known)
  return known
}

const listingOf = (tier: TierName) => [
  {
    name: FIND_TOOLS,
    title: 'Find tools',
    description: `Which tools answer a question about a schedule, and what do they take? Returns tools (name, description, inputSchema), best first. Give names instead to read the arguments of tools by name. The tools are ${toolsFor(
      tier,
    )
      .map(({ name }) => name)
      .join(', ')}.`,
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string', description: 'What is to be known, in words.' },
        names: { type: 'array', items: { type: 'string' }, description: 'Tools by name.' },
        limit: { type: 'integer', minimum: 1, maximum: FOUND_MAX, description: `Default ${FOUND_DEFAULT}.` },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: 'Call a tool',
    description: `Calls a tool that ${FIND_TOOLS} described. Keep a file with load_schedule first and pass its schedule_id. Returns what the tool returns. ${NAMES_ARE_DATA}`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the tool.' },
        arguments: { type: 'object', description: 'As in its inputSchema.' },
      },
      required: ['name'],
    },
    annotations: { readOnlyHint: false, openWorldHint: true },
  },
]

/** Endings that make no other word: "links" finds "link", "delayed" finds "delay". */
const ENDING = /(?:ing|ed|es|s)$/
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter(word => word.length > 2)
    .map(word => (word.length > 4 ? word.replace(ENDING, '') : word))

interface Indexed {
  readonly tool: AgentTool
  /** How often a word stands in name and title (thrice as much), description, names of arguments. */
  readonly weights: ReadonlyMap<string, number>
}

const indexes = new Map<TierName, readonly Indexed[]>()

function indexFor(tier: TierName): readonly Indexed[] {
  const known = indexes.get(tier)
  if (known !== undefined) return known
  const made = toolsFor(tier).map(tool => {
    const weights = new Map<string, number>()
    const add = (text: string, weight: number): void => {
      for (const word of wordsOf(text)) weights.set(word, (weights.get(word) ?? 0) + weight)
    }
    add(tool.name, 3)
    add(tool.title, 3)
    add(tool.description, 1)
    add(Object.keys((tool.inputSchema as { properties?: object }).properties ?? {}).join(' '), 0.5)
    return { tool, weights }
  })
  indexes.set(tier, made)
  return made
}

/** The tools whose words fit a question best: a word counts more the fewer tools have it. Equal ones in the order of the catalogue. */
function bestFor(question: string, limit: number, tier: TierName): readonly AgentTool[] {
  const index = indexFor(tier)
  const asked = new Set(wordsOf(question.slice(0, QUESTION_CHARACTERS_MAX)))
  const rarity = (word: string): number => {
    const having = index.filter(({ weights }) => weights.has(word)).length
    return having === 0 ? 0 : Math.log(1 + index.length / having)
  }
  return index
    .map(({ tool, weights }) => ({
      tool,
      fit: [...asked].reduce((sum, word) => sum + rarity(word) * Math.sqrt(weights.get(word) ?? 0), 0),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, limit)
    .map(({ tool }) => tool)
}

interface Found {
  readonly tools: readonly object[]
  readonly note?: string
}

/** A text: what is wrong with the arguments. */
function findTools(sent: unknown, tier: TierName): Found | string {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'The arguments must be an object.'
  const { question, names, limit = FOUND_DEFAULT } = sent as Record<string, unknown>
  const shown = (tools: readonly AgentTool[]) =>
    tools.map(tool => {
      const { outputSchema: _, ...listing } = toolListing(tool)
      return listing
    })
  if (names !== undefined) {
    if (!Array.isArray(names) || !names.every(name => typeof name === 'string'))
      return 'names must be a list of names of tools.'
    const known = toolsFor(tier)
    const unknown = names.filter(name => !known.some(tool => tool.name === name)).slice(0, FOUND_MAX)
    const tools = shown(known.filter(({ name }) => names.includes(name)).slice(0, FOUND_MAX))
    return unknown.length === 0
      ? { tools }
      : { tools, note: `Not known to this account: ${unknown.map(name => name.slice(0, 64)).join(', ')}.` }
  }
  if (typeof question !== 'string' || question.trim() === '')
    return 'question is required: what is to be known, in words. Or names: tools by name.'
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > FOUND_MAX)
    return `limit must be a whole number from 1 to ${FOUND_MAX}.`
  const tools = bestFor(question, limit, tier)
  return tools.length > 0
    ? { tools: shown(tools) }
    : { tools: [], note: `No tool has these words. The description of ${FIND_TOOLS} lists all names.` }
}

const badArgument = (member: string, msg: string): Refusal =>
  refuseInvalid([{ loc: ['body', member], msg, type: 'value' }])

/** undefined: it is no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

/** Arguments may come as the JSON text of an object. */
function outOfText(args: Uint8Array): unknown {
  const value = parsed(args)
  return typeof value === 'string' ? parsed(Buffer.from(value)) : value
}

/** Longest arguments of find_tools. */
const FIND_BYTES_MAX = 64 * 1024

export function foundTools(args: Uint8Array, tier: TierName): ToolAnswer | Refusal {
  const found = args.length > FIND_BYTES_MAX ? 'The arguments are too long.' : findTools(outOfText(args), tier)
  if (typeof found === 'string') return badArgument('question', found)
  const text = JSON.stringify(found)
  return { texts: [text], structured: [textBytes(text)] }
}

const QUOTE = 0x22
const NAME_BYTES_MAX = 256
export const NO_ARGUMENTS = new TextEncoder().encode('{}')

/** The tool and the arguments that call_tool is given. A schedule in them is only located here; the reader of the tool reads it. */
export function calledWithin(args: Uint8Array): { readonly name: string; readonly args: Uint8Array } | Refusal {
  const bytes = args[0] === QUOTE ? Buffer.from(JSON.stringify(outOfText(args) ?? null)) : args
  const name = memberBytes(bytes, 'application/json', 'name')
  if ('code' in name) return name
  const inner = memberBytes(bytes, 'application/json', 'arguments')
  if ('code' in inner) return inner
  const called = name.length > NAME_BYTES_MAX ? undefined : parsed(name)
  if (typeof called !== 'string')
    return badArgument('name', `name is required: that of a tool, as ${FIND_TOOLS} tells it.`)
  const isAbsent = inner.length === 0 || (inner.length < NAME_BYTES_MAX && parsed(inner) === null)
  return { name: called, args: isAbsent ? NO_ARGUMENTS : inner }
}
