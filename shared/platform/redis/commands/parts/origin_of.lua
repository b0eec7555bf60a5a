-- Scheme, host and port of a callback URL: the endpoint that it goes to. Those that cannot be read are one endpoint together.
local function origin_of(url)
  return string.lower(string.match(url, '^%a[%w+.-]*://[^/?#\\]+') or 'unreadable')
end
