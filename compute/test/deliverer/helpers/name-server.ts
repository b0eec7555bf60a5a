/** A name server on loopback that answers what a test likes; UDP, one question per packet (RFC 1035). */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Test } from 'tap'

const TYPE_A = 1
const TYPE_AAAA = 28
const NXDOMAIN = 3

/** Addresses of a name, those of the family that is asked for are sent; null: there is no such name; 'silent': no answer. */
type Zone = (name: string, family: 4 | 6) => readonly string[] | null | 'silent'

/** Returns "address:port". */
export async function startNameServer(t: Test, zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = question(query)
    const answer = zone(name, type === TYPE_AAAA ? 6 : 4)
    if (answer === 'silent') return
    const records = (answer ?? [])
      .filter(address => address.includes(':') === (type === TYPE_AAAA) && [TYPE_A, TYPE_AAAA].includes(type))
      .map(address => record(type, address))
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 | (answer === null ? NXDOMAIN : 0), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Not to be kept: its time to live is 0. */
function record(type: number, address: string): Buffer {
  const data = type === TYPE_A ? Buffer.from(address.split('.').map(Number)) : groupsOf(address)
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function groupsOf(address: string): Buffer {
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left, right] = host.split('::') as [string, string | undefined]
  const head = left === '' ? [] : left.split(':')
  const tail = right ? right.split(':') : []
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex')
}
