import { MAX_MEMBERS } from "@/lib/core/ports/topic-log";

/** The time for which a topic that no one renews is known, and its messages are kept, in milliseconds. */
const KEPT_MS = 120_000;
const MAX_MESSAGES = 1_000;
/** The bytes that a project's messages may take in Redis, in the windows that make up two minutes. */
const MAX_BYTES = 8 * 1024 ** 2;
const WINDOW_MS = 30_000;
const BURST_SECONDS = 5;
/** Longer than an outbox keeps the messages that a process may still read. */
const ONCE_MS = 660_000;

const NOW = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Keys of a topic: its state (epoch and last number), its stream, its members. The channel has the name of the state. */
export const SCRIPTS = {
  /**
   * Arguments: prefix of the project, messages a second, name of a message that is appended once or "", then topics and
   * bodies.
   */
  append: `${NOW}
local prefix, rate, once = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local count = (#ARGV - 3) / 2
if once ~= "" and redis.call("EXISTS", prefix .. "once:" .. once) == 1 then return 0 end
local budget = prefix .. "budget:" .. rate
local kept = redis.call("HMGET", budget, "tokens", "at")
local since = now - (tonumber(kept[2]) or now)
local burst = rate * ${BURST_SECONDS}
local tokens = math.min(burst, (tonumber(kept[1]) or burst) + since / 1000 * rate)
if tokens < count then return -1 end
redis.call("HSET", budget, "tokens", tostring(tokens - count), "at", now)
redis.call("PEXPIRE", budget, ${BURST_SECONDS * 2_000})
if once ~= "" then redis.call("SET", prefix .. "once:" .. once, 1, "PX", ${ONCE_MS}) end
local window = math.floor(now / ${WINDOW_MS})
local bytes = 0
for back = 0, ${KEPT_MS / WINDOW_MS} do
  bytes = bytes + (tonumber(redis.call("GET", prefix .. "bytes:" .. (window - back))) or 0)
end
for index = 4, #ARGV, 2 do
  local state, body = prefix .. "state:" .. ARGV[index], ARGV[index + 1]
  local epoch = redis.call("HGET", state, "epoch")
  if epoch then
    local number = redis.call("HINCRBY", state, "last", 1)
    if bytes + #body <= ${MAX_BYTES} then
      local stream = prefix .. "stream:" .. ARGV[index]
      redis.call("XADD", stream, "MAXLEN", "~", ${MAX_MESSAGES}, number .. "-0", "at", now, "body", body)
      redis.call("PEXPIRE", stream, ${KEPT_MS})
      redis.call("INCRBY", prefix .. "bytes:" .. window, #body)
      bytes = bytes + #body
      redis.call("PEXPIRE", prefix .. "bytes:" .. window, ${KEPT_MS + WINDOW_MS})
    end
    redis.call("PUBLISH", state, "message " .. epoch .. " " .. number .. " " .. body)
  end
end
return count`,

  /** Keys: state, stream, members. Arguments: an epoch for a topic that has none, the last number that is known. */
  read: `${NOW}
local epoch = redis.call("HGET", KEYS[1], "epoch")
if not epoch then
  epoch = ARGV[1]
  redis.call("HSET", KEYS[1], "epoch", epoch, "last", 0)
  redis.call("DEL", KEYS[2])
end
redis.call("PEXPIRE", KEYS[1], ${KEPT_MS})
redis.call("PEXPIRE", KEYS[3], ${KEPT_MS})
local last = redis.call("HGET", KEYS[1], "last")
local found = {}
if tonumber(ARGV[2]) < tonumber(last) then
  for _, entry in ipairs(redis.call("XRANGE", KEYS[2], (tonumber(ARGV[2]) + 1) .. "-0", "+")) do
    if tonumber(entry[2][2]) >= now - ${KEPT_MS} then
      found[#found + 1] = string.match(entry[1], "^%d+")
      found[#found + 1] = entry[2][4]
    end
  end
end
return { epoch, last, found, redis.call("HGETALL", KEYS[3]) }`,

  /** Keys: state, stream. */
  lose: `
local epoch = redis.call("HGET", KEYS[1], "epoch")
if not epoch then return 0 end
local number = redis.call("HINCRBY", KEYS[1], "last", 1)
redis.call("DEL", KEYS[2])
redis.call("PUBLISH", KEYS[1], "lost " .. epoch .. " " .. number .. " ")
return 1`,

  /** Keys: state, members. Arguments: id of the member, of the process, JSON of the member. */
  enter: `
if redis.call("HEXISTS", KEYS[2], ARGV[1]) == 0 and redis.call("HLEN", KEYS[2]) >= ${MAX_MEMBERS} then return 0 end
redis.call("HSET", KEYS[2], ARGV[1], ARGV[2] .. " " .. ARGV[3])
redis.call("PEXPIRE", KEYS[2], ${KEPT_MS})
redis.call("PUBLISH", KEYS[1], "member " .. ARGV[2] .. " " .. ARGV[1] .. " " .. ARGV[3])
return 1`,

  /** Keys: state, members. Arguments: id of the member, of the process. */
  leave: `
if redis.call("HDEL", KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call("PUBLISH", KEYS[1], "member " .. ARGV[2] .. " " .. ARGV[1] .. " null")
return 1`,
} as const;
